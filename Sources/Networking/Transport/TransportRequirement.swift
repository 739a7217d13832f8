import HTTPModel
import HTTPTypes

/// A part of a request that some transports cannot carry out: the only list of these parts.
package struct TransportRequirement: Sendable {
  /// The capability that carries it out.
  package let feature: TransportCapabilities.Feature
  /// The part, as a caller writes it.
  let option: String
  /// The action that carries it out, as it follows "URLSession cannot" in a message.
  let action: String
  let isAsked: @Sendable (Request) -> Bool

  private init(
    _ feature: TransportCapabilities.Feature, _ option: String, _ action: String,
    _ isAsked: @escaping @Sendable (Request) -> Bool
  ) {
    self.feature = feature
    self.option = option
    self.action = action
    self.isAsked = isAsked
  }

  /// The headers that a library may add on its own.
  private static let automaticHeaders = [
    "Accept", "Accept-Encoding", "Accept-Language", "Connection", "Content-Length", "Content-Type", "Expect", "Host",
    "User-Agent",
  ]

  /// The error of a transport that lacks the feature.
  package func refusal(by transport: String, of request: Request) -> NetworkError {
    NetworkError(
      .unsupported, "\(transport) cannot \(action)", detail: "\(option) needs CurlTransport", request: request)
  }

  package static let all: [TransportRequirement] = connection + security + message

  private static let connection = [
    TransportRequirement(.unixSocket, "options.unixSocket", "connect to a Unix socket") {
      $0.options.unixSocket != nil
    },
    TransportRequirement(.proxy, "options.proxy", "choose the proxy of a request") { $0.options.proxy != nil },
    TransportRequirement(.proxy, "options.noProxy", "choose the hosts without a proxy") { $0.options.noProxy != nil },
    TransportRequirement(.proxy, "options.proxyExceptions", "choose the hosts without a proxy") {
      $0.options.proxyExceptions != nil
    },
    TransportRequirement(.resolveOverride, "options.resolve", "override the address of a host") {
      $0.options.resolve?.isEmpty == false
    },
    TransportRequirement(.connectTo, "options.connectTo", "connect to another host") {
      $0.options.connectTo?.isEmpty == false
    },
    TransportRequirement(.interface, "options.interface", "choose the network interface") {
      $0.options.interface != nil
    },
    TransportRequirement(.phaseTimeouts, "options.connectTimeout", "limit the time for connecting") {
      $0.options.connectTimeout != nil
    },
    TransportRequirement(.versionChoice, "options.httpVersion", "choose the HTTP version") {
      $0.options.httpVersion ?? .automatic != .automatic
    },
    TransportRequirement(.upgrade, "webSocket(for:)", "leave HTTP for another protocol") { $0.options.upgrades },
  ]

  private static let security = [
    TransportRequirement(.clientCertificate, "options.clientCertificates", "present a client certificate") {
      $0.options.clientCertificates?.isEmpty == false || $0.options.tls?.certificateFile != nil
    },
    TransportRequirement(.pinnedPublicKey, "options.tls.pinnedPublicKeys", "check a pinned public key") {
      $0.options.tls?.pinnedPublicKeys != nil
    },
    TransportRequirement(.tlsOptions, "options.tls", "change the TLS settings of a request") {
      $0.options.tls.map { $0 != TransferOptions.TLSOptions() } == true
    },
    TransportRequirement(.digest, "options.authentication", "log in by Digest") {
      $0.options.authentication?.scheme == .digest
    },
    TransportRequirement(.ntlm, "options.authentication", "log in by NTLM") {
      $0.options.authentication?.scheme == .ntlm
    },
    TransportRequirement(.negotiate, "options.authentication", "log in by Negotiate") {
      $0.options.authentication?.scheme == .negotiate
    },
    TransportRequirement(.login, "options.authentication", "log in after a challenge") {
      $0.options.authentication != nil
    },
    TransportRequirement(.login, "a file with logins", "read a file with logins") { $0.options.loginFile != nil },
  ]

  private static let message = [
    TransportRequirement(.verbatimPath, "options.requestTarget", "replace the request target") {
      $0.options.requestTarget != nil
    },
    TransportRequirement(.verbatimHeaders, "suppress(_:)", "leave out a header that it adds on its own") { request in
      request.suppressedHeaders.contains { name in
        automaticHeaders.contains(where: name.equalsIgnoringCase)
      }
    },
    TransportRequirement(.anyMethod, "a body in a GET", "send a body with GET") {
      $0.method == .get && $0.body != .none
    },
    TransportRequirement(.compressedContent, "options.decompresses", "leave a response compressed") {
      $0.options.decompresses == false && $0.headers["Accept-Encoding"] != "identity"
    },
  ]
}

extension TransportCapabilities {
  /// The error for the first part of the request that needs a missing feature; `nil` if there is none.
  package func refusal(of request: Request) -> NetworkError? {
    guard let part = TransportRequirement.all.first(where: { !has($0.feature) && $0.isAsked(request) }) else {
      return nil
    }
    return part.refusal(by: name, of: request)
  }
}
