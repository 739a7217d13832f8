import ArgumentParser

/// What a request is made of or changed by on the command line; names and meanings are curl's where curl has them.
struct RequestOptions: ParsableArguments {
  @Option(
    name: [.customShort("X", allowingJoined: true), .customLong("request")],
    help: ArgumentHelp("The method.", valueName: "method"))
  var method: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("Send a saved request to this URL instead.", valueName: "url"))
  var url: String?

  @Option(
    name: [.customShort("p", allowingJoined: true), .customLong("param")], parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Set a :name of the path or a parameter of the query; may be repeated.", valueName: "name=value")
  )
  var parameters: [String] = []

  @Option(help: ArgumentHelp("Leave a parameter of the query out; may be repeated.", valueName: "name"))
  var noParam: [String] = []

  @Option(
    name: [.customShort("H", allowingJoined: true), .customLong("header")], parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A header; 'Name:' takes one away, 'Name;' sends it empty.", valueName: "name: value"))
  var headers: [String] = []

  @OptionGroup var body: BodyOptions

  @OptionGroup var authentication: AuthenticationOptions

  @Flag(help: "Encode what a URL cannot hold.")
  var encodeURL = false

  @Flag(help: "Send the URL exactly as it is written.")
  var noEncodeURL = false

  /// Nothing was said on the command line.
  static var none: RequestOptions {
    var options = RequestOptions()
    options.method = nil
    options.url = nil
    options.parameters = []
    options.noParam = []
    options.headers = []
    options.body = .none
    options.authentication = .none
    options.encodeURL = false
    options.noEncodeURL = false
    return options
  }

  func validate() throws {
    if encodeURL, noEncodeURL { throw ValidationError("--encode-url and --no-encode-url exclude each other.") }
  }

  /// The headers taken apart.
  func headerLines() throws(Failure) -> [HeaderLine] {
    var lines: [HeaderLine] = []
    for text in headers { lines.append(try HeaderLine(text)) }
    return lines
  }
}
