import ArgumentParser
import Workspaces

/// The options that create or change a request; names and meanings are curl's where curl has them.
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

  @Option(
    help: ArgumentHelp("Of a GraphQL document with several operations, the one to send.", valueName: "name"))
  var operation: String?

  @OptionGroup var authentication: AuthenticationOptions

  @Flag(name: .of(.encodeURL), help: .of(.encodeURL))
  var encodeURL = false

  @Flag(name: .of(.noEncodeURL), help: .of(.noEncodeURL))
  var noEncodeURL = false

  /// The parsed options.
  var chosen: RequestChoice {
    RequestChoice(
      method: method, url: url, parameters: parameters, noParam: noParam, headers: headers, body: body.chosen,
      operation: operation, authentication: authentication.chosen, encodeURL: encodeURL, noEncodeURL: noEncodeURL)
  }

  func validate() throws { try chosen.validate() }
}
