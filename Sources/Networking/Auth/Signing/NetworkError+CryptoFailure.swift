extension NetworkError {
  init(_ failure: CryptoFailure) {
    switch failure {
    case .missingLibrary(let text): self.init(.unsupported, text)
    case .unsuitableKey:
      self.init(
        .encoding, "the request could not be signed",
        detail: "the key is no private key for RSA, of 2048 bits or more, as PEM without a password")
    case .failed: self.init(.encoding, "the request could not be signed")
    }
  }
}
