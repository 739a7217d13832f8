import CCurl

/// The certificate authorities named by the environment instead of the system's, by the same variables as in the curl
/// program.
struct NamedAuthorities: Equatable {
  /// `CURL_CA_BUNDLE`, else `SSL_CERT_FILE`: a file of concatenated certificates.
  let file: String?
  /// `SSL_CERT_DIR`, unless `CURL_CA_BUNDLE` is set: a folder in OpenSSL's hashed form.
  let folder: String?

  init(_ environment: [String: String]) {
    func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    let bundle = value("CURL_CA_BUNDLE")
    file = bundle ?? value("SSL_CERT_FILE")
    folder = bundle == nil ? value("SSL_CERT_DIR") : nil
  }

  /// Whether the environment names nothing but the system's own file and folder.
  func adds(nothingTo systemFile: String, _ systemFolder: String) -> Bool {
    (file ?? systemFile) == systemFile && (folder ?? systemFolder) == systemFolder
  }

  /// Leaves libcurl's default for anything not named, like the curl program.
  func set(on handle: CurlHandle) {
    if let file { handle.set(CURLOPT_CAINFO, file) }
    if let folder { handle.set(CURLOPT_CAPATH, folder) }
  }
}
