import ArgumentParser
import Networking
import Workspaces

/// How a request is carried; names and meanings are curl's.
struct TransportOptions: ParsableArguments {
  /// The versions by the number that people know them by.
  static let versions: [String: TransferOptions.HTTPVersion] = [
    "1.0": .http10, "1.1": .http11, "2": .http2, "3": .http3,
  ]

  @Flag(name: [.customShort("k"), .customLong("insecure")], help: "Accept any certificate.")
  var insecure = false

  @Flag(name: [.customShort("L"), .customLong("location")], help: "Follow redirects.")
  var location = false

  @Flag(help: "Follow no redirect, whatever the saved request says.")
  var noLocation = false

  @Flag(help: "Follow redirects, and send the credentials to other hosts too.")
  var locationTrusted = false

  @Option(help: ArgumentHelp("Follow so many redirects.", valueName: "number"))
  var maxRedirs: Int?

  @Option(
    name: [.customShort("x", allowingJoined: true), .customLong("proxy")],
    help: ArgumentHelp("Use this proxy; '' for none.", valueName: "url"))
  var proxy: String?

  @Option(help: ArgumentHelp("Hosts that no proxy is used for.", valueName: "hosts"))
  var noproxy: String?

  @Option(help: ArgumentHelp("Connect to another address instead.", valueName: "host:port:host:port"))
  var connectTo: [String] = []

  @Option(help: ArgumentHelp("Use this address for a host and port.", valueName: "host:port:address"))
  var resolve: [String] = []

  @Option(help: ArgumentHelp("Connect through this socket.", valueName: "path"), completion: .file())
  var unixSocket: String?

  @Option(help: ArgumentHelp("Connect from this interface or address.", valueName: "name"))
  var interface: String?

  @Option(
    name: [.customShort("m", allowingJoined: true), .customLong("max-time")],
    help: ArgumentHelp("Give up after so many seconds.", valueName: "seconds"))
  var maxTime: Double?

  @Option(help: ArgumentHelp("Give up connecting after so many seconds.", valueName: "seconds"))
  var connectTimeout: Double?

  @Option(
    name: .customLong("http"),
    help: ArgumentHelp("Speak this version of HTTP: 1.0, 1.1, 2 or 3.", valueName: "version"),
    completion: .list(["1.0", "1.1", "2", "3"]))
  var version: String?

  @Flag(help: "Ask for no compressed answer.")
  var noCompressed = false

  @Option(help: ArgumentHelp("Trust these certificate authorities.", valueName: "file"), completion: .file())
  var cacert: String?

  @Option(
    name: [.customShort("E", allowingJoined: true), .customLong("cert")],
    help: ArgumentHelp("Show this client certificate.", valueName: "file"), completion: .file())
  var cert: String?

  @Option(help: ArgumentHelp("The key of the client certificate.", valueName: "file"), completion: .file())
  var key: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Stand in the request line in place of path and query.", valueName: "target"))
  var requestTarget: String?

  @Option(help: ArgumentHelp("Try again so often after timeouts, 408, 429 and 5xx.", valueName: "number"))
  var retry: Int?

  /// Nothing was said on the command line.
  static var none: TransportOptions {
    var options = TransportOptions()
    options.insecure = false
    options.location = false
    options.noLocation = false
    options.locationTrusted = false
    options.maxRedirs = nil
    options.proxy = nil
    options.noproxy = nil
    options.connectTo = []
    options.resolve = []
    options.unixSocket = nil
    options.interface = nil
    options.maxTime = nil
    options.connectTimeout = nil
    options.version = nil
    options.noCompressed = false
    options.cacert = nil
    options.cert = nil
    options.key = nil
    options.requestTarget = nil
    options.retry = nil
    return options
  }

  func validate() throws {
    for (name, value) in [("--max-time", maxTime), ("--connect-timeout", connectTimeout)] {
      if let value, !(value > 0 && value <= 1e9) {
        throw ValidationError("\(name) \(value) is not a number of seconds above 0.")
      }
    }
    if let version, Self.versions[version] == nil { throw ValidationError("--http takes 1.0, 1.1, 2 or 3.") }
    if location || locationTrusted, noLocation {
      throw ValidationError("--location and --no-location exclude each other.")
    }
    if let maxRedirs, maxRedirs < -1 { throw ValidationError("--max-redirs takes a number, -1 for any.") }
    if let retry, !(0...1_000).contains(retry) { throw ValidationError("--retry takes 0 to 1000.") }
  }
}

extension TransportOptions {
  /// How often and when the client tries again.
  func apply(to config: inout ExecutionConfig) {
    guard let retry, retry > 0 else { return }
    let strategy = RetryStrategy.exponential(base: .seconds(1), cap: .seconds(600), jitter: 0)
    config.retry = RetryPolicy(
      maximum: retry, strategy: strategy,
      statuses: Dictionary(uniqueKeysWithValues: [408, 429, 500, 502, 503, 504].map { ($0, strategy) }),
      categories: [.resolve, .connectTimeout, .idleTimeout, .totalTimeout], includesUnsafeMethods: true,
      longestWait: .seconds(600))
  }

  /// Lays over a plan only what was asked for; everything else stays with the layers below.
  func apply(to plan: inout SendPlan) {
    apply(to: &plan.definition.settings)
    apply(to: &plan.context.options)
  }

  func apply(to settings: inout RequestSettings) {
    if location || locationTrusted { settings.followRedirects = true }
    if locationTrusted { settings.forwardAuthorization = true }
    if noLocation { settings.followRedirects = false }
    if let maxRedirs { settings.maxRedirects = maxRedirs < 0 ? Int(Int32.max) : maxRedirs }
  }

  func apply(to options: inout TransferOptions) {
    if insecure || cacert != nil || cert != nil || key != nil {
      var tls = options.tls ?? TransferOptions.TLSOptions()
      if insecure { tls.verifies = false }
      tls.caFile = cacert ?? tls.caFile
      tls.certificateFile = cert ?? tls.certificateFile
      tls.keyFile = key ?? tls.keyFile
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
    options.httpVersion = version.flatMap { Self.versions[$0] } ?? options.httpVersion
    if noCompressed { options.decompresses = false }
    options.requestTarget = requestTarget ?? options.requestTarget
  }
}
