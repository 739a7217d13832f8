extension NetworkError.HandshakeFault {
  /// What the TLS library says of a handshake; `nil` if its words are not known.
  init?(_ text: String) {
    let known: [(word: String, fault: Self)] = [
      ("wrong version number", .noTLS), ("packet length too long", .noTLS), ("record layer failure", .noTLS),
      ("unknown protocol", .noTLS), ("http request", .noTLS), ("no protocols available", .noVersion),
      ("SSLVERSION_MAX incompatible", .noVersion),
      ("alert protocol version", .versionRefused), ("legacy sigalg", .oldVersion),
      ("unsupported protocol", .oldVersion),
      ("version too low", .oldVersion), ("unrecognized name", .name), ("dh key too small", .weak),
      ("key too small", .weak), ("no ciphers available", .cipher), ("no shared cipher", .cipher),
      ("insufficient security", .cipher), ("alert handshake failure", .cipher),
    ]
    guard let found = known.first(where: { text.contains($0.word) }) else { return nil }
    self = found.fault
  }
}
