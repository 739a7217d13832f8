import ArgumentParser
import Basics
import Networking
import Sessions
import Workspaces

/// The options for the transfer of a request; names and meanings are curl's.
struct TransportOptions: ParsableArguments, Sendable {
  @Flag(name: [.customShort("k"), .customLong("insecure")], help: "Accept any certificate.")
  var insecure = false

  @Flag(name: .of(.location), help: .of(.location))
  var location = false

  @Flag(name: .of(.noLocation), help: .of(.noLocation))
  var noLocation = false

  @Flag(name: .of(.locationTrusted), help: .of(.locationTrusted))
  var locationTrusted = false

  @Option(name: .of(.maxRedirs), help: .of(.maxRedirs))
  var maxRedirs: Int?

  @Option(
    name: [.customShort("x", allowingJoined: true), .customLong("proxy")],
    help: ArgumentHelp("Use this proxy; '' for none.", valueName: "url"))
  var proxy: String?

  @Option(help: ArgumentHelp("Hosts to reach without a proxy.", valueName: "hosts"))
  var noproxy: String?

  @Option(help: ArgumentHelp("Connect to another address instead.", valueName: "host:port:host:port"))
  var connectTo: [String] = []

  @Option(help: ArgumentHelp("Use this address for a host and port.", valueName: "host:port:address"))
  var resolve: [String] = []

  @Option(help: ArgumentHelp("Connect through this socket.", valueName: "path"), completion: .file())
  var unixSocket: String?

  @Option(help: ArgumentHelp("Connect from this interface or address.", valueName: "name"))
  var interface: String?

  @Option(name: .of(.maxTime), help: .of(.maxTime))
  var maxTime: Double?

  @Option(help: ArgumentHelp("Give up connecting after this many seconds.", valueName: "seconds"))
  var connectTimeout: Double?

  @Option(name: .of(.maxBody), help: .of(.maxBody))
  var maxBody: String?

  @Option(
    help: ArgumentHelp(
      "Record only size and hash of larger bodies in the history. Default: 64MB.", valueName: "size"))
  var keepBody: String?

  @Option(
    name: .customLong("http"),
    help: ArgumentHelp("Use this version of HTTP: 1.0, 1.1, 2 or 3.", valueName: "version"),
    completion: .list(["1.0", "1.1", "2", "3"]))
  var version: String?

  @Flag(name: .of(.noCompressed), help: .of(.noCompressed))
  var noCompressed = false

  @Flag(name: .of(.reconnect), help: .of(.reconnect))
  var reconnect = false

  @Flag(name: .of(.allowGraphQLErrors), help: .of(.allowGraphQLErrors))
  var allowGraphQLErrors = false

  @Option(help: ArgumentHelp("Trust these certificate authorities.", valueName: "file"), completion: .file())
  var cacert: String?

  @Option(
    help: ArgumentHelp("Reject certificates revoked by this list.", valueName: "file"), completion: .file())
  var crlfile: String?

  @Option(
    name: .of(.minimumTLS), help: .of(.minimumTLS),
    completion: .list(TransferOptions.TLSVersion.allCases.map(\.rawValue)))
  var tlsMin: String?

  @Option(
    name: .of(.maximumTLS), help: .of(.maximumTLS),
    completion: .list(TransferOptions.TLSVersion.allCases.map(\.rawValue)))
  var tlsMax: String?

  @Option(
    name: [.customShort("E", allowingJoined: true), .customLong("cert")],
    help: ArgumentHelp("Present this client certificate.", valueName: "file"), completion: .file())
  var cert: String?

  @Option(help: ArgumentHelp("The key of the client certificate.", valueName: "file"), completion: .file())
  var key: String?

  @Option(
    help: ArgumentHelp("The format of the client certificate's file: PEM, DER or P12.", valueName: "type"),
    completion: .list(["PEM", "DER", "P12"]))
  var certType: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("The passphrase of its key.", valueName: "phrase"))
  var pass: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Use this in the request line in place of path and query.", valueName: "target"))
  var requestTarget: String?

  @Option(name: .of(.retry), help: .of(.retry))
  var retry: String?

  @Option(name: .of(.retryOn), help: .of(.retryOn))
  var retryOn: String?

  @Flag(name: .of(.ignoreRetryAfter), help: .of(.ignoreRetryAfter))
  var ignoreRetryAfter = false

  @Option(name: .of(.cookies), help: .of(.cookies), completion: .list(CookieUse.allCases.map(\.rawValue)))
  var cookies: String?
}

extension NameSpecification {
  /// The names of an option; a short one may be joined with its value.
  static func of(_ option: SettingOption) -> NameSpecification {
    let short = option.letter.map { NameSpecification.Element.customShort($0, allowingJoined: option.value != nil) }
    return NameSpecification([short, .customLong(option.name)].compactMap(\.self))
  }
}

extension ArgumentHelp {
  static func of(_ option: SettingOption) -> ArgumentHelp { ArgumentHelp("\(option.help)", valueName: option.value) }
}

extension SettingOption {
  /// - Throws: if the text is not a valid value of this option.
  func check(_ text: String) throws {
    if let problem = problem(text) { throw ValidationError("--\(name) \(problem)") }
  }
}

extension TransportOptions {
  /// HTTP versions by their usual number.
  static let versions: [String: TransferOptions.HTTPVersion] = [
    "1.0": .http10, "1.1": .http11, "2": .http2, "3": .http3,
  ]

  /// The given request settings, each with its value as text.
  private var settings: [(option: SettingOption, text: String)] {
    func flag(_ isGiven: Bool) -> String? { isGiven ? "" : nil }
    let all: [(SettingOption, String?)] = [
      (.maxTime, maxTime.map { "\($0)" }), (.maxBody, maxBody), (.location, flag(location)),
      (.locationTrusted, flag(locationTrusted)), (.noLocation, flag(noLocation)),
      (.maxRedirs, maxRedirs.map { "\($0)" }), (.noCompressed, flag(noCompressed)),
      (.reconnect, flag(reconnect)), (.retry, retry), (.retryOn, retryOn),
      (.ignoreRetryAfter, flag(ignoreRetryAfter)),
      (.allowGraphQLErrors, flag(allowGraphQLErrors)),
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
      throw ValidationError("--keep-body \(keepBody) is not a size such as 500MB or 2GB.")
    }
    if let certType, TransferOptions.ClientCertificate.Format(word: certType) == nil {
      throw ValidationError("--cert-type takes PEM, DER or P12.")
    }
    if let tlsMin, let tlsMax, tlsMin > tlsMax {
      throw ValidationError("--tls-max \(tlsMax) is older than --tls-min \(tlsMin).")
    }
    if let version, Self.versions[version] == nil { throw ValidationError("--http takes 1.0, 1.1, 2 or 3.") }
    if location || locationTrusted, noLocation {
      throw ValidationError("--location and --no-location exclude each other.")
    }
  }
}

extension TransportOptions {
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
      let own = cert.map(TransferOptions.ClientCertificate.fileAndPassword)
      tls.certificateFile = own?.file ?? tls.certificateFile
      tls.keyFile = key ?? tls.keyFile
      tls.certificateFormat =
        certType.flatMap { TransferOptions.ClientCertificate.Format(word: $0) } ?? tls.certificateFormat
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

extension TransportOptions {
  /// The changes that the options make to each of many requests.
  var changes: RunPlanner.Changes {
    var changes = RunPlanner.Changes { (options: inout TransferOptions) in apply(to: &options) }
    var settings = RequestSettings()
    apply(to: &settings)
    if settings != RequestSettings() {
      changes.settings = { (settings: inout RequestSettings) in apply(to: &settings) }
    }
    return changes
  }
}
