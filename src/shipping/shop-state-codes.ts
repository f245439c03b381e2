/**
 * States by the codes that WooCommerce writes and `country-region-data` lacks or gives to another state. Each
 * entry is a code, a space, and the name. Codes of CN keep the country, because CN-11 was Beijing in ISO
 * 3166-2.
 */
export const SHOP_STATE_CODES: Readonly<Record<string, string>> = {
  AO: 'BLU Benguela',
  BD:
    '05 Bagerhat, 01 Bandarban, 02 Barguna, 06 Barishal, 07 Bhola, 03 Bogura, 04 Brahmanbaria, 09 Chandpur, 10 Chattogram, ' +
    "12 Chuadanga, 11 Cox's Bazar, 08 Cumilla, 13 Dhaka, 14 Dinajpur, 15 Faridpur, 16 Feni, 19 Gaibandha, 18 Gazipur, " +
    '17 Gopalganj, 20 Habiganj, 21 Jamalpur, 22 Jashore, 25 Jhalokati, 23 Jhenaidah, 24 Joypurhat, 29 Khagrachhari, 27 Khulna, ' +
    '26 Kishoreganj, 28 Kurigram, 30 Kushtia, 31 Lakshmipur, 32 Lalmonirhat, 36 Madaripur, 37 Magura, 33 Manikganj, 39 Meherpur, ' +
    '38 Moulvibazar, 35 Munshiganj, 34 Mymensingh, 48 Naogaon, 43 Narail, 40 Narayanganj, 42 Narsingdi, 44 Natore, ' +
    '45 Nawabganj, 41 Netrakona, 46 Nilphamari, 47 Noakhali, 49 Pabna, 52 Panchagarh, 51 Patuakhali, 50 Pirojpur, 53 Rajbari, ' +
    '54 Rajshahi, 56 Rangamati, 55 Rangpur, 58 Satkhira, 62 Shariatpur, 57 Sherpur, 59 Sirajganj, 61 Sunamganj, 60 Sylhet, ' +
    '63 Tangail, 64 Thakurgaon',
  CN:
    'CN1 Yunnan, CN2 Beijing, CN3 Tianjin, CN4 Hebei, CN5 Shanxi, CN6 Inner Mongolia, CN7 Liaoning, CN8 Jilin, CN9 Heilongjiang, CN10 Shanghai, ' +
    'CN11 Jiangsu, CN12 Zhejiang, CN13 Anhui, CN14 Fujian, CN15 Jiangxi, CN16 Shandong, CN17 Henan, CN18 Hubei, CN19 Hunan, CN20 Guangdong, ' +
    'CN21 Guangxi, CN22 Hainan, CN23 Chongqing, CN24 Sichuan, CN25 Guizhou, CN26 Shaanxi, CN27 Gansu, CN28 Qinghai, CN29 Ningxia, CN30 Macao, ' +
    'CN31 Tibet, CN32 Xinjiang',
  DO:
    '01 Distrito Nacional, 02 Azua, 03 Baoruco, 04 Barahona, 05 Dajabón, 06 Duarte, 07 Elías Piña, 08 El Seibo, 09 Espaillat, ' +
    '10 Independencia, 11 La Altagracia, 12 La Romana, 13 La Vega, 14 María Trinidad Sánchez, 15 Monte Cristi, 16 Pedernales, ' +
    '17 Peravia, 18 Puerto Plata, 19 Hermanas Mirabal, 20 Samaná, 21 San Cristóbal, 22 San Juan, 23 San Pedro de Macorís, ' +
    '24 Sánchez Ramírez, 25 Santiago, 26 Santiago Rodríguez, 27 Valverde, 28 Monseñor Nouel, 29 Monte Plata, 30 Hato Mayor, ' +
    '31 San José de Ocoa, 32 Santo Domingo',
  GH: 'BA Brong-Ahafo',
  GR: 'I Attikí',
  GT: 'RE Retalhuleu',
  HU: 'NO Nógrád',
  ID: 'SN Sulawesi Selatan, SR Sulawesi Barat',
  IN: 'DD Daman and Diu, DN Dadra and Nagar Haveli, TS Telangana, UK Uttarakhand',
  IR:
    'KHZ Khuzestan, THR Tehran, ILM Ilam, BHR Bushehr, ADL Ardabil, ESF Isfahan, YZD Yazd, KRH Kermanshah, KRN Kerman, ' +
    'HDN Hamadan, GZN Qazvin, ZJN Zanjan, LRS Lorestan, ABZ Alborz, EAZ East Azerbaijan, WAZ West Azerbaijan, ' +
    'CHB Chaharmahal and Bakhtiari, SKH South Khorasan, RKH Razavi Khorasan, NKH North Khorasan, SMN Semnan, FRS Fars, QHM Qom, ' +
    'KRD Kurdistan, KBD Kohgiluyeh and Boyer-Ahmad, GLS Golestan, GIL Gilan, MZN Mazandaran, MKZ Markazi, HRZ Hormozgan, ' +
    'SBN Sistan and Baluchestan',
  LA: 'VT Vientiane',
  LR: 'BN Bong, GA Gbarpolu, GC Grand Cape Mount, MA Margibi, NM Nimba, RV Rivercess, SN Sinoe',
  MD:
    'C Chișinău, BL Bălți, CH Cahul, DN Dondușeni, DB Dubăsari, FR Florești, GE Găgăuzia, HN Hîncești, IL Ialoveni, LV Leova, ' +
    'NS Nisporeni, RZ Rezina, RS Rîșcani, SG Sîngerei, SR Soroca, TR Taraclia, TL Telenești',
  MX:
    'DF Ciudad de México, JA Jalisco, NL Nuevo León, AG Aguascalientes, BC Baja California, BS Baja California Sur, CM Campeche, ' +
    'CS Chiapas, CH Chihuahua, CO Coahuila, CL Colima, DG Durango, GT Guanajuato, GR Guerrero, HG Hidalgo, MX Estado de México, ' +
    'MI Michoacán, MO Morelos, NA Nayarit, OA Oaxaca, PU Puebla, QT Querétaro, QR Quintana Roo, SL San Luis Potosí, SI Sinaloa, ' +
    'SO Sonora, TB Tabasco, TM Tamaulipas, TL Tlaxcala, VE Veracruz, YU Yucatán, ZA Zacatecas',
  MY:
    'JHR Johor, KDH Kedah, KTN Kelantan, LBN Labuan, MLK Melaka, NSN Negeri Sembilan, PHG Pahang, PNG Pulau Pinang, PRK Perak, ' +
    'PLS Perlis, SBH Sabah, SWK Sarawak, SGR Selangor, TRG Terengganu, PJY Putrajaya, KUL Kuala Lumpur',
  NP:
    'BAG Bagmati, BHE Bheri, DHA Dhaulagiri, GAN Gandaki, JAN Janakpur, KAR Karnali, KOS Koshi, LUM Lumbini, MAH Mahakali, ' +
    'MEC Mechi, NAR Narayani, RAP Rapti, SAG Sagarmatha, SET Seti',
  NZ:
    "NL Northland, AK Auckland, WA Waikato, BP Bay of Plenty, TK Taranaki, GI Gisborne, HB Hawke's Bay, MW Manawatu-Wanganui, " +
    'WE Wellington, NS Nelson, MB Marlborough, TM Tasman, WC West Coast, CT Canterbury, OT Otago, SL Southland',
  PH:
    'ABR Abra, AGN Agusan del Norte, AGS Agusan del Sur, AKL Aklan, ALB Albay, ANT Antique, APA Apayao, AUR Aurora, BAS Basilan, ' +
    'BAN Bataan, BTN Batanes, BTG Batangas, BEN Benguet, BIL Biliran, BOH Bohol, BUK Bukidnon, BUL Bulacan, CAG Cagayan, ' +
    'CAN Camarines Norte, CAS Camarines Sur, CAM Camiguin, CAP Capiz, CAT Catanduanes, CAV Cavite, CEB Cebu, ' +
    'COM Compostela Valley, NCO Cotabato, DAV Davao del Norte, DAS Davao del Sur, DAC Davao Occidental, DAO Davao Oriental, ' +
    'DIN Dinagat Islands, EAS Eastern Samar, GUI Guimaras, IFU Ifugao, ILN Ilocos Norte, ILS Ilocos Sur, ILI Iloilo, ISA Isabela, ' +
    'KAL Kalinga, LUN La Union, LAG Laguna, LAN Lanao del Norte, LAS Lanao del Sur, LEY Leyte, MAG Maguindanao, MAD Marinduque, ' +
    'MAS Masbate, MSC Misamis Occidental, MSR Misamis Oriental, MOU Mountain Province, NEC Negros Occidental, ' +
    'NER Negros Oriental, NSA Northern Samar, NUE Nueva Ecija, NUV Nueva Vizcaya, MDC Occidental Mindoro, MDR Oriental Mindoro, ' +
    'PLW Palawan, PAM Pampanga, PAN Pangasinan, QUE Quezon, QUI Quirino, RIZ Rizal, ROM Romblon, WSA Samar, SAR Sarangani, ' +
    'SIQ Siquijor, SOR Sorsogon, SCO South Cotabato, SLE Southern Leyte, SUK Sultan Kudarat, SLU Sulu, SUN Surigao del Norte, ' +
    'SUR Surigao del Sur, TAR Tarlac, TAW Tawi-Tawi, ZMB Zambales, ZAN Zamboanga del Norte, ZAS Zamboanga del Sur, ' +
    'ZSI Zamboanga Sibugay, 00 Metro Manila',
  RS: 'KM Kosovo-Metohija, VO Vojvodina',
  TZ: '27 Geita, 28 Katavi, 29 Njombe, 30 Simiyu',
  UA:
    'VN Vinnytsia Oblast, VL Volyn Oblast, DP Dnipropetrovsk Oblast, DT Donetsk Oblast, ZT Zhytomyr Oblast, ' +
    'ZK Zakarpattia Oblast, ZP Zaporizhzhia Oblast, IF Ivano-Frankivsk Oblast, KV Kyiv Oblast, KH Kirovohrad Oblast, ' +
    'LH Luhansk Oblast, LV Lviv Oblast, MY Mykolaiv Oblast, OD Odesa Oblast, PL Poltava Oblast, RV Rivne Oblast, ' +
    'SM Sumy Oblast, TP Ternopil Oblast, KK Kharkiv Oblast, KS Kherson Oblast, KM Khmelnytskyi Oblast, CK Cherkasy Oblast, ' +
    'CH Chernihiv Oblast, CV Chernivtsi Oblast',
  UG: '430 Bunyangabu',
  ZA: 'GP Gauteng, KZN KwaZulu-Natal',
};
