import CCurl

/// The authorities that the environment names in the place of the system's, by the variables that the curl program reads.
struct NamedAuthorities: Equatable {
  /// `CURL_CA_BUNDLE`, else `SSL_CERT_FILE`: certificates one after the other.
  let file: String?
  /// `SSL_CERT_DIR`, where there is no `CURL_CA_BUNDLE`: a folder as OpenSSL looks certificates up in it.
  let folder: String?

  init(_ environment: [String: String]) {
    func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    let bundle = value("CURL_CA_BUNDLE")
    file = bundle ?? value("SSL_CERT_FILE")
    folder = bundle == nil ? value("SSL_CERT_DIR") : nil
  }

  /// Whether it is the system's file and folder all the same that are named, or none.
  func adds(nothingTo systemFile: String, _ systemFolder: String) -> Bool {
    (file ?? systemFile) == systemFile && (folder ?? systemFolder) == systemFolder
  }

  /// Leaves libcurl's default for what is not named, like the curl program.
  func set(on handle: CurlHandle) {
    if let file { handle.set(CURLOPT_CAINFO, file) }
    if let folder { handle.set(CURLOPT_CAPATH, folder) }
  }
}
