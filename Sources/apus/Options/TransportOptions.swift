import ArgumentParser
import Networking
import Workspaces

/// The options for the transfer of a request; names and meanings are curl's.
struct TransportOptions: ParsableArguments {
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

  @Option(name: .of(.maxTime), help: .of(.maxTime))
  var maxTime: Double?

  @Option(help: ArgumentHelp("Give up connecting after so many seconds.", valueName: "seconds"))
  var connectTimeout: Double?

  @Option(name: .of(.maxBody), help: .of(.maxBody))
  var maxBody: String?

  @Option(
    help: ArgumentHelp(
      "Keep no body larger than this in the history, but its size and hash. Default: 64MB.", valueName: "size"))
  var keepBody: String?

  @Option(
    name: .customLong("http"),
    help: ArgumentHelp("Speak this version of HTTP: 1.0, 1.1, 2 or 3.", valueName: "version"),
    completion: .list(["1.0", "1.1", "2", "3"]))
  var version: String?

  @Flag(name: .of(.noCompressed), help: .of(.noCompressed))
  var noCompressed = false

  @Flag(name: .of(.reconnect), help: .of(.reconnect))
  var reconnect = false

  @Option(help: ArgumentHelp("Trust these certificate authorities.", valueName: "file"), completion: .file())
  var cacert: String?

  @Option(
    help: ArgumentHelp("Trust no certificate that this list revokes.", valueName: "file"), completion: .file())
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
    help: ArgumentHelp("Show this client certificate.", valueName: "file"), completion: .file())
  var cert: String?

  @Option(help: ArgumentHelp("The key of the client certificate.", valueName: "file"), completion: .file())
  var key: String?

  @Option(
    help: ArgumentHelp("What the client certificate's file is: PEM, DER or P12.", valueName: "type"),
    completion: .list(["PEM", "DER", "P12"]))
  var certType: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("What its key is encrypted with.", valueName: "phrase"))
  var pass: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Stand in the request line in place of path and query.", valueName: "target"))
  var requestTarget: String?

  @Option(help: ArgumentHelp("Try again so often after timeouts, 408, 429 and 5xx.", valueName: "number"))
  var retry: Int?

  @Option(name: .of(.cookies), help: .of(.cookies), completion: .list(CookieUse.allCases.map(\.rawValue)))
  var cookies: String?

  /// The parsed options.
  var chosen: TransportChoice {
    TransportChoice(
      insecure: insecure, location: location, noLocation: noLocation, locationTrusted: locationTrusted,
      maxRedirs: maxRedirs, proxy: proxy, noproxy: noproxy, connectTo: connectTo, resolve: resolve,
      unixSocket: unixSocket, interface: interface, maxTime: maxTime, connectTimeout: connectTimeout,
      maxBody: maxBody, keepBody: keepBody, version: version, noCompressed: noCompressed, reconnect: reconnect,
      cacert: cacert,
      crlfile: crlfile, tlsMin: tlsMin, tlsMax: tlsMax, cert: cert, key: key, certType: certType, pass: pass,
      requestTarget: requestTarget, retry: retry,
      cookies: cookies)
  }

  func validate() throws { try chosen.validate() }
}
