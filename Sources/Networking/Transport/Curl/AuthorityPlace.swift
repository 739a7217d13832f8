import CCurl

/// The file and the folder in which libcurl looks for certificate authorities, for `apus doctor`.
package struct AuthorityPlace: Hashable, Sendable {
  /// A file of concatenated certificates.
  package let file: String?
  /// A folder in OpenSSL's hashed form.
  package let folder: String?

  /// What the environment names, else libcurl's defaults, which it tells since 7.84.
  package init(environment: [String: String]) {
    let named = NamedAuthorities(environment)
    let standard = Self.standard
    file = named.file ?? standard.file
    folder = named.folder ?? standard.folder
  }

  private static var standard: (file: String?, folder: String?) {
    guard case .library(let library) = CurlLibrary.loaded, let raw = library.easyInit() else { return (nil, nil) }
    defer { library.easyCleanup(raw) }
    let handle = CurlHandle(library: library, raw: raw)
    return (handle.string(CURLINFO_CAINFO), handle.string(CURLINFO_CAPATH))
  }
}
