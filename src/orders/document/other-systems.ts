import type { OtherNames } from '../../platform/http/violations.ts';

// The names that Shopify, WooCommerce, Printful, Printify, Gelato, ShipStation, Shippo and EasyPost use for
// our fields, in small letters without signs. A refusal of such a name tells ours.

function otherNames(table: Readonly<Record<string, string>>): OtherNames {
  return Object.fromEntries(
    Object.entries(table).flatMap(([own, others]) => others.split(' ').map((other) => [other, own])),
  );
}

/** Returns the names of a part within its parent: `street1` of an address is `address.street` in shipping. */
function below(part: string, names: OtherNames): OtherNames {
  return Object.fromEntries(Object.entries(names).map(([other, own]) => [other, `${part}.${own}`]));
}

export const ADDRESS_NAMES = otherNames({
  personName:
    'name fullname firstname lastname givenname familyname surname recipient recipientname contact contactname contactperson attention attn attentionto to',
  company: 'organization organisation organizationname business businessname companyname',
  street:
    'line1 line address address1 addressline addressline1 addresslines street1 streetaddress streetaddress1 streetline1 streetlines streetname streetno streetnumber housenumber housenr houseno',
  addressLine2:
    'line2 line3 address2 address3 addressline3 street2 street3 streetaddress2 streetline2 apartment apt suite unit building floor',
  city: 'town locality citylocality cityname municipality suburb place',
  postalCode: 'zip zipcode postcode postal zippostalcode zippostal pincode plz cep',
  country: 'countrycode countryiso countryiso2 countryisocode countryname countrycodealpha2 countrycodev2 nation',
  state:
    'province provincecode statecode statename region regioncode stateprovince stateprovincecode provincestate stateorprovince stateorprovincecode stateorregion administrativearea county prefecture',
  phoneNumber: 'phone phoneno telephone telephonenumber tel mobile mobilenumber cell',
  email: 'emailaddress mail contactemail',
});

const ADDRESS_PARTS = otherNames({
  personName: 'personname',
  company: 'company',
  street: 'street',
  addressLine2: 'addressline2',
  city: 'city',
  postalCode: 'postalcode',
  country: 'country',
  state: 'state',
  phoneNumber: 'phonenumber',
  email: 'email',
});

export const SHIPPING_NAMES: OtherNames = {
  ...below('address', { ...ADDRESS_NAMES, ...ADDRESS_PARTS }),
  ...otherNames({
    address:
      'shipto shiptoaddress shippingaddress addressto toaddress deliveryaddress recipient destination customer to',
    carrierId:
      'carrier carriercode carriername carrieraccount carrieraccountid service servicecode servicelevel servicename shippingmethod shipmentmethoduid method methodid provider',
    shippingLabelUrl: 'label labelurl labeluri labeldownload shippinglabel postagelabel',
    returnLabelUrl: 'returnlabel',
  }),
};

const ONE_ORDER = 'This request takes one order: send it as the body itself, or up to 100 by POST /v1/orders/batch.';

export const ORDER_NAMES: OtherNames = {
  '': ONE_ORDER,
  order: ONE_ORDER,
  orders: ONE_ORDER,
  data: ONE_ORDER,
  ...below('shipping.address', { ...ADDRESS_NAMES, ...ADDRESS_PARTS }),
  ...otherNames({
    orderId:
      'id name externalid externalorderid externalreference externalreferenceid number orderno ordernumber orderref orderreference orderreferenceid orderkey ordercode reference referenceid merchantorderid merchantreference clientorderid platformorderid remoteid sourceid label',
    items:
      'lineitems lineitem item orderitems orderlines orderlineitems lines positions products articles shipmentitems',
    'shipping.address':
      'shipto shiptoaddress shippingaddress addressto toaddress to address deliveryaddress recipient recipientaddress consignee customer destination delivery receiver',
    'shipping.address.personName': 'customername recipientname firstname lastname',
    'shipping.address.email': 'email customeremail contactemail emailaddress',
    'shipping.address.phoneNumber': 'phone telephone customerphone phonenumber',
    'shipping.carrierId':
      'carrier carrierid carriercode service servicecode shippingmethod shippinglines shippingservice shipmentmethod shipmentmethoduid requestedshippingservice',
    'shipping.shippingLabelUrl': 'shippinglabel shippinglabelurl labelurl labeldata',
    packingSlip: 'packingslipurl packinglist deliverynote',
    customerReference: 'customerreference customerordernumber ponumber purchaseorder purchaseordernumber',
    giftMessage: 'giftmessage giftnote gifttext',
    'taxIds.ioss': 'ioss iossnumber',
    'taxIds.eori': 'eori eorinumber',
    'taxIds.vat': 'vat vatid vatnumber',
    importerReference: 'taxnumber recipienttaxid',
    priority: 'rush isrush rushorder expedited',
    requestedDeliveryDate: 'requesteddeliverydate deliverydate deliverby deliveryon wanteddeliverydate',
    metadata: 'meta metadatas customfields customdata noteattributes customattributes tags',
    unitPriceCurrency:
      'currency currencycode currencyiso currencyisocode presentmentcurrency retailcurrency retailcosts',
  }),
};

const PRODUCT_CODES =
  'gtin gtin13 ean eancode ean13 upc barcode productid productvariantid variantid productcode catalogvariantid syncvariantid externalvariantid';
const ARTWORK =
  'file files printfile printfiles printareas artwork artworks artworkurl image images imageurl imageurls design designs designurl placements layers fileurl fileurls';

export const ITEM_NAMES = otherNames({
  id: 'itemid lineid lineitemid lineitemkey itemreferenceid externalid externalitemid reference merchantitemid orderitemid orderitemkey position',
  quantity: 'qty count amount units pieces orderedquantity quantityordered currentquantity numberofitems',
  unitPrice: 'price retailprice itemprice salesprice unitcost retailcost value valueamount declaredvalue priceset',
  'existingProduct.ean13': PRODUCT_CODES,
  'existingProduct.ean13 or customProduct.sku':
    'sku itemsku variantsku merchantsku product variant productuid item article',
  'customProduct.sku': 'blank blanksku blueprintid',
  'customProduct.prints': `prints print dataurl location technology placement ${ARTWORK}`,
  metadata: 'meta customfields customattributes properties',
  'customProduct.customizations': 'customizations customization options addons embellishments',
});

export const EXISTING_PRODUCT_NAMES = otherNames({ ean13: `${PRODUCT_CODES} sku code id` });

export const CUSTOM_PRODUCT_NAMES = otherNames({
  sku: 'itemsku variantsku blank blanksku blankid article articlesku variant variantid productuid productid blueprintid code id ean ean13',
  prints: ARTWORK,
  customizations: 'options addons embellishments labels necklabel insidelabel',
  qualityControlImageUrl: 'mockup mockupurl preview previewurl previewimage thumbnail',
});

const PLACE = {
  location: 'placement position area side printarea printlocation type place view',
  technology: 'technique method printmethod printtechnique printtechnology printtype decorationmethod process',
  qualityControlImageUrl: 'mockup mockupurl preview previewurl previewimage thumbnail',
};

export const PRINT_NAMES = otherNames({
  ...PLACE,
  dataUrl:
    'url uri src href link data file fileurl filename image imageurl artwork artworkurl design designurl printurl printfile printfileurl source',
});

export const CUSTOMIZATION_NAMES = otherNames({ ...PLACE, sku: 'itemsku variantsku article code id option' });

export const STATUS_NAMES = otherNames({
  NEW: 'pending open unfulfilled draft created received awaitingpayment awaitingshipment unshipped onhold',
  ACCEPTED: 'processing inproduction inprocess inprogress production printing printed confirmed',
  SHIPPED: 'fulfilled complete completed delivered intransit dispatched sent closed',
  CANCELLED: 'voided refunded archived',
  ERROR: 'failed failure rejected',
});

/** Parameters of lists. */
export const ORDER_QUERY_NAMES = otherNames({
  limit: 'perpage pagesize size take count first max maxresults top',
  page: 'pagenumber pageno p offset skip',
  cursor: 'after pageinfo nextpagetoken pagetoken nextcursor startingafter sinceid',
  status: 'state orderstatus fulfillmentstatus financialstatus',
  createdFrom:
    'from since datefrom fromdate startdate start createdat createdatmin createdafter createdsince createdatstart createdatefrom createdatestart orderdatestart createdgte',
  createdTo:
    'until dateto todate enddate end createdatmax createdbefore createduntil createdatend createdateend orderdateend createdlte',
  updatedFrom:
    'updatedat updatedatmin updatedafter updatedsince modifiedafter modifiedsince modifydatestart lastmodified',
  updatedTo: 'updatedatmax updatedbefore modifiedbefore modifydateend',
  carrierId: 'carrier carriercode service',
  country: 'countrycode countryiso',
  reference: 'customerreference ponumber ordernumber externalreference',
  sort: 'orderby sortby order sortdir',
  include: 'expand fields embed with includes',
});
