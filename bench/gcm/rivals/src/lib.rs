// SPDX-License-Identifier: Apache-2.0 OR MIT
//! AES-GCM of AWS-LC and of ring behind C functions, for bench/gcm. Nonces are 12 bytes, tags 16, additional data empty.
//! Zero means success.

use aws_lc_sys::{
    EVP_AEAD_CTX_free, EVP_AEAD_CTX_new, EVP_AEAD_CTX_open_gather, EVP_AEAD_CTX_seal_scatter,
    EVP_aead_aes_128_gcm, EVP_aead_aes_256_gcm, EVP_AEAD_CTX,
};
use ring::aead::{Aad, LessSafeKey, Nonce, Tag, UnboundKey, AES_128_GCM, AES_256_GCM};
use std::os::raw::c_int;
use std::ptr::{null, null_mut};
use std::slice::{from_raw_parts, from_raw_parts_mut};

#[no_mangle]
pub unsafe extern "C" fn awslc_new(key: *const u8, length: usize) -> *mut EVP_AEAD_CTX {
    let aead = if length == 16 { EVP_aead_aes_128_gcm() } else { EVP_aead_aes_256_gcm() };
    EVP_AEAD_CTX_new(aead, key, length, 16)
}

#[no_mangle]
pub unsafe extern "C" fn awslc_free(key: *mut EVP_AEAD_CTX) {
    EVP_AEAD_CTX_free(key)
}

#[no_mangle]
pub unsafe extern "C" fn awslc_seal(
    key: *const EVP_AEAD_CTX, nonce: *const u8, input: *const u8, length: usize, output: *mut u8, tag: *mut u8,
) -> c_int {
    let mut written = 0;
    let good = EVP_AEAD_CTX_seal_scatter(
        key, output, tag, &mut written, 16, nonce, 12, input, length, null(), 0, null(), 0,
    );
    (good != 1 || written != 16) as c_int
}

#[no_mangle]
pub unsafe extern "C" fn awslc_open(
    key: *const EVP_AEAD_CTX, nonce: *const u8, input: *const u8, length: usize, tag: *const u8, output: *mut u8,
) -> c_int {
    (EVP_AEAD_CTX_open_gather(key, output, nonce, 12, input, length, tag, 16, null(), 0) != 1) as c_int
}

#[no_mangle]
pub unsafe extern "C" fn ring_new(key: *const u8, length: usize) -> *mut LessSafeKey {
    let algorithm = if length == 16 { &AES_128_GCM } else { &AES_256_GCM };
    match UnboundKey::new(algorithm, from_raw_parts(key, length)) {
        Ok(key) => Box::into_raw(Box::new(LessSafeKey::new(key))),
        Err(_) => null_mut(),
    }
}

#[no_mangle]
pub unsafe extern "C" fn ring_free(key: *mut LessSafeKey) {
    drop(Box::from_raw(key))
}

/// ring works in place only.
#[no_mangle]
pub unsafe extern "C" fn ring_seal(
    key: *const LessSafeKey, nonce: *const u8, text: *mut u8, length: usize, tag: *mut u8,
) -> c_int {
    let nonce = Nonce::assume_unique_for_key(*(nonce as *const [u8; 12]));
    match (*key).seal_in_place_separate_tag(nonce, Aad::empty(), from_raw_parts_mut(text, length)) {
        Ok(t) => {
            from_raw_parts_mut(tag, 16).copy_from_slice(t.as_ref());
            0
        }
        Err(_) => 1,
    }
}

#[no_mangle]
pub unsafe extern "C" fn ring_open(
    key: *const LessSafeKey, nonce: *const u8, text: *mut u8, length: usize, tag: *const u8,
) -> c_int {
    let nonce = Nonce::assume_unique_for_key(*(nonce as *const [u8; 12]));
    let tag = Tag::from(*(tag as *const [u8; 16]));
    (*key).open_in_place_separate_tag(nonce, Aad::empty(), tag, from_raw_parts_mut(text, length), 0..).is_err() as c_int
}
