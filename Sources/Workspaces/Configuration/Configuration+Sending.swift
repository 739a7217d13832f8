import Networking

/// What the settings say about each send: the least specific level, below what a request, its environment and the command
/// line say.
extension Configuration {
  /// The settings of a request with what they leave open.
  package func completing(_ settings: RequestSettings) -> RequestSettings {
    var complete = settings
    complete.timeout = settings.timeout ?? timeout.map { Double($0.value) }
    complete.followRedirects = settings.followRedirects ?? followRedirects?.value
    complete.maximumBodySize = settings.maximumBodySize ?? maximumBody?.value
    return complete
  }

  /// What no setting of a request says.
  ///
  /// - Parameter trustIsGiven: whether the environment says whom to believe, which is more specific.
  func apply(to options: inout TransferOptions, trustIsGiven: Bool) {
    if let version = httpVersion.flatMap({ Self.versions[$0.value] }) { options.httpVersion = version }
    if verifyTLS?.value == false, !trustIsGiven {
      var tls = options.tls ?? TransferOptions.TLSOptions()
      tls.verifies = false
      options.tls = tls
    }
  }

  private static let versions: [String: TransferOptions.HTTPVersion] = [
    "1.0": .http10, "1.1": .http11, "2": .http2, "3": .http3,
  ]

  /// Whether a collection may use variables of the process environment, and files from outside of it.
  func consent(to source: OutsideSource) -> ConfigurationConsent {
    let given: Given<String>? =
      switch source {
      case .variable: processEnvironment
      case .file: filesOutside
      case .command, .token, .certificate, .pin, .authorities, .unverified, .unverifiedRequests: nil
      }
    return given.flatMap { ConfigurationConsent(rawValue: $0.value) } ?? .ask
  }
}
