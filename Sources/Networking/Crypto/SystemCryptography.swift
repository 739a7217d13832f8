/// What signatures need of the system.
package enum SystemCryptography {
  /// What is missing and what brings it; `nil` where signatures can be made.
  package static var fault: String? {
    do throws(CryptoFailure) {
      _ = try HashFunction.sha512.hash([])
      return nil
    } catch {
      if case .missingLibrary(let text) = error { return text }
      return "the system's cryptography fails"
    }
  }
}
