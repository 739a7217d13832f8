import ArgumentParser
import Basics
import Networking
import Sessions
import Workspaces

/// The transfer settings given on the command line.
struct TransportChoice: Sendable {
  /// HTTP versions by their usual number.
  static let versions: [String: TransferOptions.HTTPVersion] = [
    "1.0": .http10, "1.1": .http11, "2": .http2, "3": .http3,
  ]

  var insecure = false
  var location = false
  var noLocation = false
  var locationTrusted = false
  var maxRedirs: Int?
  var proxy: String?
  var noproxy: String?
  var connectTo: [String] = []
  var resolve: [String] = []
  var unixSocket: String?
  var interface: String?
  var maxTime: Double?
  var connectTimeout: Double?
  var maxBody: String?
  var keepBody: String?
  var version: String?
  var noCompressed = false
  var reconnect = false
  var cacert: String?
  var crlfile: String?
  var tlsMin: String?
  var tlsMax: String?
  var cert: String?
  var key: String?
  var certType: String?
  var pass: String?
  var requestTarget: String?
  var retry: Int?
  var cookies: String?

  /// The settings of the request that were given, each with its value as text.
  private var settings: [(option: SettingOption, text: String)] {
    func flag(_ isGiven: Bool) -> String? { isGiven ? "" : nil }
    let all: [(SettingOption, String?)] = [
      (.maxTime, maxTime.map { "\($0)" }), (.maxBody, maxBody), (.location, flag(location)),
      (.locationTrusted, flag(locationTrusted)), (.noLocation, flag(noLocation)),
      (.maxRedirs, maxRedirs.map { "\($0)" }), (.noCompressed, flag(noCompressed)),
      (.reconnect, flag(reconnect)),
      (.cookies, cookies), (.minimumTLS, tlsMin), (.maximumTLS, tlsMax),
    ]
    return all.compactMap { option, text in text.map { (option: option, text: $0) } }
  }

  func validate() throws {
    for (option, text) in settings { try option.check(text) }
    if let connectTimeout, SettingOption.seconds("\(connectTimeout)") == nil {
      throw ValidationError("--connect-timeout \(connectTimeout) is not a number of seconds above 0.")
    }
    if let keepBody, ByteCount(keepBody) == nil {
      throw ValidationError("--keep-body \(keepBody) is no size such as 500MB or 2GB.")
    }
    if let certType, ClientCertificate.Format(word: certType) == nil {
      throw ValidationError("--cert-type takes PEM, DER or P12.")
    }
    if let tlsMin, let tlsMax, tlsMin > tlsMax {
      throw ValidationError("--tls-max \(tlsMax) is older than --tls-min \(tlsMin).")
    }
    if let version, Self.versions[version] == nil { throw ValidationError("--http takes 1.0, 1.1, 2 or 3.") }
    if location || locationTrusted, noLocation {
      throw ValidationError("--location and --no-location exclude each other.")
    }
    if let retry, !(0...1_000).contains(retry) { throw ValidationError("--retry takes 0 to 1000.") }
  }
}

extension TransportChoice {
  /// Sets how many times, how often and for which statuses the client retries.
  func apply(to config: inout ExecutionConfig) {
    guard let retry, retry > 0 else { return }
    let strategy = RetryStrategy.exponential(base: .seconds(1), cap: .seconds(600), jitter: 0)
    config.retry = RetryPolicy(
      maximum: retry, strategy: strategy,
      statuses: Dictionary(uniqueKeysWithValues: [408, 429, 500, 502, 503, 504].map { ($0, strategy) }),
      categories: [.resolve, .connectTimeout, .idleTimeout, .totalTimeout], includesUnsafeMethods: true,
      longestWait: .seconds(600))
  }

  /// Changes only the given settings; the rest comes from the request and what it inherits.
  func apply(to plan: inout SendPlan) {
    apply(to: &plan.definition.settings)
    if locationTrusted { plan.context.consent?.forwardsCredentials = true }
    apply(to: &plan.context.options)
  }

  func apply(to settings: inout RequestSettings) {
    for (option, text) in self.settings { option.apply(text, to: &settings) }
  }

  func apply(to options: inout TransferOptions) {
    if insecure || [cacert, cert, key, pass, crlfile].contains(where: { $0 != nil }) {
      var tls = options.tls ?? TransferOptions.TLSOptions()
      if insecure { tls.verifies = false }
      tls.caFile = cacert ?? tls.caFile
      tls.revocationList = crlfile ?? tls.revocationList
      let own = cert.map(ClientCertificate.fileAndPassword)
      tls.certificateFile = own?.file ?? tls.certificateFile
      tls.keyFile = key ?? tls.keyFile
      tls.certificateFormat = certType.flatMap { ClientCertificate.Format(word: $0) } ?? tls.certificateFormat
      tls.keyPassword = pass ?? own?.password ?? tls.keyPassword
      options.tls = tls
    }
    options.proxy = proxy ?? options.proxy
    options.noProxy = noproxy ?? options.noProxy
    if !connectTo.isEmpty { options.connectTo = connectTo }
    if !resolve.isEmpty { options.resolve = resolve }
    options.unixSocket = unixSocket ?? options.unixSocket
    options.interface = interface ?? options.interface
    options.connectTimeout = connectTimeout.map { .seconds($0) } ?? options.connectTimeout
    options.httpVersion = version.flatMap { Self.versions[$0] } ?? options.httpVersion
    for (option, text) in settings { option.apply(text, to: &options) }
    options.requestTarget = requestTarget ?? options.requestTarget
  }
}
