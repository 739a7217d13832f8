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
  var cacert: String?
  var cert: String?
  var key: String?
  var certType: String?
  var pass: String?
  var requestTarget: String?
  var retry: Int?

  func validate() throws {
    for (name, value) in [("--max-time", maxTime), ("--connect-timeout", connectTimeout)] {
      if let value, !(value > 0 && value <= 1e9) {
        throw ValidationError("\(name) \(value) is not a number of seconds above 0.")
      }
    }
    for (name, value) in [("--max-body", maxBody), ("--keep-body", keepBody)] {
      if let value, ByteCount(value) == nil {
        throw ValidationError("\(name) \(value) is no size such as 500MB or 2GB.")
      }
    }
    if let certType, ClientCertificate.Format(word: certType) == nil {
      throw ValidationError("--cert-type takes PEM, DER or P12.")
    }
    if let version, Self.versions[version] == nil { throw ValidationError("--http takes 1.0, 1.1, 2 or 3.") }
    if location || locationTrusted, noLocation {
      throw ValidationError("--location and --no-location exclude each other.")
    }
    if let maxRedirs, maxRedirs < -1 { throw ValidationError("--max-redirs takes a number, -1 for any.") }
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
    if location || locationTrusted { settings.followRedirects = true }
    if locationTrusted { settings.forwardAuthorization = true }
    if noLocation { settings.followRedirects = false }
    if let maxRedirs { settings.maxRedirects = maxRedirs < 0 ? Int(Int32.max) : maxRedirs }
  }

  func apply(to options: inout TransferOptions) {
    if insecure || cacert != nil || cert != nil || key != nil || pass != nil {
      var tls = options.tls ?? TransferOptions.TLSOptions()
      if insecure { tls.verifies = false }
      tls.caFile = cacert ?? tls.caFile
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
    options.totalTimeout = maxTime.map { .seconds($0) } ?? options.totalTimeout
    options.connectTimeout = connectTimeout.map { .seconds($0) } ?? options.connectTimeout
    options.maximumBodySize = maxBody.flatMap { ByteCount($0)?.bytes } ?? options.maximumBodySize
    options.httpVersion = version.flatMap { Self.versions[$0] } ?? options.httpVersion
    if noCompressed { options.decompresses = false }
    options.requestTarget = requestTarget ?? options.requestTarget
  }
}
