import ArgumentParser
import Networking
import Workspaces

/// `apus send TARGET`: sends one request and writes its body to standard output.
struct SendCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "send", abstract: "Send a saved request or a URL; the body goes to standard output as received.",
    discussion: """
      Options override any part of a saved request for one send. A URL is sent as curl would send it: no redirect \
      is followed without -L.

      A file or a pipe gets the body byte for byte. To a terminal it is written as text, control and invisible \
      characters shown, and a body that is no text is named instead; --raw writes it byte for byte there, too.

      A WebSocket (a saved one, or a ws:// URL) and a GraphQL subscription print a line for each message that arrives; \
      lines of standard input are said into a WebSocket. An event stream does so with --messages, --count or --until. \
      A call of gRPC (a saved one, or grpc://HOST/pkg.Service/Method) prints its answers as JSON; -d says a message.

      --dry-run writes what would be sent and sends nothing, neither for the values of other answers nor for a login.

      Examples:
        apus send users/get-user --env local -p id=42
        apus send https://example.com/items -d name=Ada --query '$.id'
        apus send chat/answer --until 'message.data.type eq message_stop'
        apus send graphql/ticks --count 3
        apus send https://api.example.com/items --paginate --query '$[*].name'
        echo hello | apus send ws://127.0.0.1:4010/chat/lobby
        generate | apus send upload -T - --fail
      """)

  @Argument(help: "A saved request (users/get-user), its file, or a URL.", completion: .requests)
  var target: String

  @OptionGroup(title: "Workspace") var workspace: WorkspaceOptions
  @OptionGroup(title: "Request") var request: RequestOptions
  @OptionGroup(title: "Transfer") var transport: TransportOptions
  @OptionGroup(title: "Polling") var retry: RetryOptions
  @OptionGroup(title: "Pages") var paging: PagingOptions
  @OptionGroup(title: "Messages") var messages: MessageOptions
  @OptionGroup(title: "Output") var printing: PrintOptions

  @Flag(help: "Send to a protected environment without asking.")
  var yes = false

  @Flag(name: .of(.noHistory), help: .of(.noHistory))
  var noHistory = false

  @Flag(help: "Write what would be sent, head and body, and send nothing.")
  var dryRun = false

  @Option(
    name: .customLong("envs"),
    help: ArgumentHelp(
      "Send under several environments at once, and show what differs: local,live; may be repeated.",
      valueName: "environments"), completion: .environments)
  var environments: [String] = []

  func validate() throws { try line.validate() }

  func run() async throws { try await line.run() }

  /// The parsed options and arguments.
  var line: SendLine {
    var printing = printing.chosen
    printing.messages = messages.areShown
    printing.joined = messages.joined
    return SendLine(
      target: target, workspace: workspace.chosen, request: request.chosen, transport: transport.chosen,
      printing: printing, yes: yes, noHistory: noHistory, retry: retry.condition,
      paging: paging.chosen, end: messages.end,
      saying: messages.said, saysHex: messages.hex, messageFiles: messages.messageFile,
      emitsDefaults: messages.emitDefaults, dryRun: dryRun,
      environments: environments)
  }
}
