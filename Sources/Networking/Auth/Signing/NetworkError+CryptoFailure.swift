extension NetworkError {
  init(_ failure: CryptoFailure) {
    switch failure {
    case .missingLibrary(let text): self.init(.unsupported, text)
    case .unsuitableKey, .failed: self.init(.encoding, "the request could not be signed")
    }
  }
}
