#if !canImport(CryptoKit)
import Basics

/// The functions of OpenSSL's libcrypto (1.1.1 or later), opened for the first signature.
///
/// Nearly every system has it as a dependency of libcurl. Linking it would slow down every start.
struct CryptoLibrary: Sendable {
  /// One of OpenSSL's objects: a context, a key, a buffer.
  typealias Object = UnsafeMutableRawPointer
  typealias Bytes = UnsafePointer<UInt8>
  typealias Output = UnsafeMutablePointer<UInt8>
  typealias Password =
    @convention(c) @Sendable (UnsafeMutablePointer<CChar>?, Int32, Int32, UnsafeMutableRawPointer?) -> Int32

  let digestNamed: @convention(c) @Sendable (UnsafePointer<CChar>) -> Object?
  let digest:
    @convention(c) @Sendable (
      UnsafeRawPointer?, Int, Output, UnsafeMutablePointer<UInt32>?, Object?, Object?
    ) -> Int32
  let code:
    @convention(c) @Sendable (
      Object?, UnsafeRawPointer?, Int32, Bytes?, Int, Output, UnsafeMutablePointer<UInt32>?
    ) -> Object?

  let newContext: @convention(c) @Sendable () -> Object?
  let freeContext: @convention(c) @Sendable (Object?) -> Void
  let begin: @convention(c) @Sendable (Object?, Object?, Object?) -> Int32
  let update: @convention(c) @Sendable (Object?, UnsafeRawPointer?, Int) -> Int32
  let finish: @convention(c) @Sendable (Object?, Output, UnsafeMutablePointer<UInt32>?) -> Int32

  let newBuffer: @convention(c) @Sendable (UnsafeRawPointer?, Int32) -> Object?
  let freeBuffer: @convention(c) @Sendable (Object?) -> Int32
  let readKey: @convention(c) @Sendable (Object?, Object?, Password, Object?) -> Object?
  let freeKey: @convention(c) @Sendable (Object?) -> Void
  let keyKind: @convention(c) @Sendable (Object?) -> Int32
  let keyBits: @convention(c) @Sendable (Object?) -> Int32
  let curveKey: @convention(c) @Sendable (Object?) -> Object?
  let curveGroup: @convention(c) @Sendable (Object?) -> Object?
  let curveName: @convention(c) @Sendable (Object?) -> Int32
  let beginSigning:
    @convention(c) @Sendable (
      Object?, UnsafeMutablePointer<Object?>?, Object?, Object?, Object?
    ) -> Int32
  let control: @convention(c) @Sendable (Object?, UnsafePointer<CChar>, UnsafePointer<CChar>) -> Int32
  let sign:
    @convention(c) @Sendable (
      Object?, Output?, UnsafeMutablePointer<Int>, Bytes?, Int
    ) -> Int32
  let clearErrors: @convention(c) @Sendable () -> Void

  /// The installed library, or the reason why it is missing.
  enum Loaded: Sendable {
    case library(CryptoLibrary)
    case nothing(CryptoFailure)

    init(_ names: [String]) {
      do throws(DynamicLibrary.Failure) { self = .library(try CryptoLibrary(try DynamicLibrary(names))) } catch {
        let advice = "install OpenSSL (libssl3 on Debian and Ubuntu, openssl-libs on Fedora)"
        switch error {
        case .library: self = .nothing(.missingLibrary("signatures need libcrypto, which is missing; \(advice)"))
        case .function(let function, let name):
          self = .nothing(.missingLibrary("\(name) is too old to sign: it has no \(function); \(advice)"))
        }
      }
    }
  }

  private static let loaded = Loaded(["libcrypto.so.3", "libcrypto.so.1.1", "libcrypto.so"])

  /// The installed library.
  static var installed: CryptoLibrary {
    get throws(CryptoFailure) {
      switch loaded {
      case .library(let library): return library
      case .nothing(let failure): throw failure
      }
    }
  }

  private init(_ library: DynamicLibrary) throws(DynamicLibrary.Failure) {
    digestNamed = try library.function("EVP_get_digestbyname")
    digest = try library.function("EVP_Digest")
    code = try library.function("HMAC")
    newContext = try library.function("EVP_MD_CTX_new")
    freeContext = try library.function("EVP_MD_CTX_free")
    begin = try library.function("EVP_DigestInit_ex")
    update = try library.function("EVP_DigestUpdate")
    finish = try library.function("EVP_DigestFinal_ex")
    newBuffer = try library.function("BIO_new_mem_buf")
    freeBuffer = try library.function("BIO_free")
    readKey = try library.function("PEM_read_bio_PrivateKey")
    freeKey = try library.function("EVP_PKEY_free")
    // OpenSSL 3 renamed both; its header keeps the old names as macros.
    keyKind = try library.function(anyOf: ["EVP_PKEY_get_base_id", "EVP_PKEY_base_id"])
    keyBits = try library.function(anyOf: ["EVP_PKEY_get_bits", "EVP_PKEY_bits"])
    curveKey = try library.function("EVP_PKEY_get0_EC_KEY")
    curveGroup = try library.function("EC_KEY_get0_group")
    curveName = try library.function("EC_GROUP_get_curve_name")
    beginSigning = try library.function("EVP_DigestSignInit")
    control = try library.function("EVP_PKEY_CTX_ctrl_str")
    sign = try library.function("EVP_DigestSign")
    clearErrors = try library.function("ERR_clear_error")
  }
}
#endif
