import ArgumentParser
import Networking

/// How a request is carried; names and meanings are curl's.
struct TransportOptions: ParsableArguments {
  @Flag(name: [.customShort("k"), .customLong("insecure")], help: "Accept any certificate.")
  var insecure = false

  @Flag(name: [.customShort("L"), .customLong("location")], help: "Follow redirects.")
  var location = false

  @Option(
    name: [.customShort("x", allowingJoined: true), .customLong("proxy")],
    help: ArgumentHelp("Use this proxy.", valueName: "url"))
  var proxy: String?

  @Option(help: ArgumentHelp("Connect to another address instead.", valueName: "host:port:host:port"))
  var connectTo: [String] = []

  @Option(help: ArgumentHelp("Use this address for a host and port.", valueName: "host:port:address"))
  var resolve: [String] = []

  @Option(help: ArgumentHelp("Connect through this socket.", valueName: "path"), completion: .file())
  var unixSocket: String?

  @Option(help: ArgumentHelp("Give up after so many seconds.", valueName: "seconds"))
  var maxTime: Double?

  func validate() throws {
    if let maxTime, !(maxTime > 0 && maxTime <= 1e9) {
      throw ValidationError("--max-time \(maxTime) is not a number of seconds above 0.")
    }
  }

  /// Only what was asked for; everything else stays with the layers below.
  func apply(to options: inout TransferOptions) {
    if insecure {
      var tls = options.tls ?? TransferOptions.TLSOptions()
      tls.verifies = false
      options.tls = tls
    }
    if location {
      var redirects = options.redirects ?? TransferOptions.RedirectPolicy()
      redirects.follows = true
      options.redirects = redirects
    }
    if let proxy { options.proxy = proxy }
    if !connectTo.isEmpty { options.connectTo = connectTo }
    if !resolve.isEmpty { options.resolve = resolve }
    if let unixSocket { options.unixSocket = unixSocket }
    if let maxTime { options.totalTimeout = .seconds(maxTime) }
  }
}
