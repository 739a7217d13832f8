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

      A file or a pipe gets the body byte for byte. A terminal gets it as text, with control and invisible characters \
      made visible, and a note in place of a binary body; --raw writes the bytes there, too.

      A WebSocket (saved, or a ws:// URL) and a GraphQL subscription print a line for each message that arrives, as \
      does an event stream with --messages, --count or --until. A WebSocket sends each line of standard input. A gRPC \
      call (saved, or grpc://HOST/pkg.Service/Method) prints its answers as JSON; -d sends a message.

      --dry-run writes what would be sent and sends nothing, not even the login or the requests whose answers are \
      needed.

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

  @OptionGroup(title: "Workspace") var place: WorkspacePlace
  @OptionGroup(title: "Workspace") var workspace: WorkspaceOptions
  @OptionGroup(title: "Request") var request: RequestOptions
  @OptionGroup(title: "Request") var body: BodyOptions
  @OptionGroup(title: "Request") var authentication: AuthenticationOptions
  @OptionGroup(title: "Transfer") var transport: TransportOptions
  @OptionGroup(title: "Polling") var retry: RetryOptions
  @OptionGroup(title: "Pages") var paging: PagingOptions
  @OptionGroup(title: "Messages") var messages: MessageOptions
  @OptionGroup(title: "Scripts") var scripts: ScriptOptions
  @OptionGroup(title: "Output") var printing: PrintOptions
  @OptionGroup(title: "Output") var display: DisplayOptions

  @Flag(help: "Send to a protected environment without asking.")
  var yes = false

  @Flag(name: .of(.noHistory), help: .of(.noHistory))
  var noHistory = false

  @Flag(help: "Write what would be sent, head and body, and send nothing.")
  var dryRun = false

  @Option(
    name: .customLong("envs"),
    help: ArgumentHelp(
      "Send to several environments at once, and show the differences: local,live; may be repeated.",
      valueName: "environments"), completion: .environments)
  var environments: [String] = []

  func validate() throws { try line.validate() }

  func run() async throws { try await line.run() }

  /// The parsed options and arguments.
  var line: SendLine {
    var printing = printing.chosen(display)
    printing.messages = messages.areShown
    printing.joined = messages.joined
    return SendLine(
      target: target, workspace: workspace.chosen(place),
      request: RequestChanges(options: request, body: body, authentication: authentication), transport: transport,
      printing: printing, yes: yes, noHistory: noHistory, scripts: scripts.choice, retry: retry.condition,
      paging: paging.chosen, end: messages.end,
      messageNames: messages.messageNames, isHex: messages.hex, messageFiles: messages.messageFile,
      emitsDefaults: messages.emitDefaults, dryRun: dryRun,
      environments: environments)
  }
}
