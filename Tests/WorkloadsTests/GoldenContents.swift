/// Fingerprints of every dataset with 1000 items and the default seed: a change of a dataset is a decision, because
/// results measured before it do not compare with those after it.
let goldenContents: [String: UInt64] = [
    "alternating-heights": 0xDC81_72F0_DDE6_C14C,
    "beyond-1e12": 0xFE67_1AF4_3F89_1C50,
    "beyond-2-24": 0xE55F_371A_DF9A_543B,
    "beyond-2-31": 0x362B_9E2E_5316_9AE7,
    "chat": 0xE567_A215_641D_12E3,
    "decorated-sections": 0x1B18_EBB2_42C9_E753,
    "distinct-sizes": 0xE9C5_91FA_54C8_B39C,
    "free-form": 0xA24C_230F_090E_DA4A,
    "giant-and-dust": 0x8460_2BD9_9228_A24A,
    "identical-frames": 0xAD2B_0DAD_218B_DB3D,
    "photo-days": 0xF55B_496E_5A8F_76BF,
    "photo-grid": 0x9D6F_A95B_A7C7_43D9,
    "pinterest": 0x0BC7_C184_587A_4463,
    "spanning-element": 0x8E50_E5FB_28D6_BBAF,
    "straddling-widths-11": 0xEDE2_D1B5_895B_6CFC,
    "straddling-widths-3": 0xC83E_71D9_0F32_5446,
    "straddling-widths-7": 0x2AD8_041A_875F_79C8,
    "tall-lane": 0xC5A1_C560_EF18_4DD0,
    "tiny-sections": 0x4A5D_E795_1BF6_EC6D,
    "zero-lengths": 0x78E0_4969_EBE7_6812,
]
