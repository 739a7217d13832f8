import Terminal

/// Commands of the schema's pane.
enum SchemaCommands {
  typealias Command = CommandRecord<Situation, SchemaFeature.Action>

  struct Situation {
    /// Why there is no schema; `nil` if there may be one.
    var refusal: String?
    var isInQuery: Bool
    /// Whether the request is a call of gRPC, whose server has services.
    var isCall: Bool
  }

  static let all: [Command] = [show, refresh, variables]

  static let show = Command(
    "schema", "Schema of the GraphQL request with fields to tick, or services of the gRPC server",
    [.character("S"), .alt("g")],
    in: Context.request, section: .request, rank: 53,
    footer: .init(
      text: { $0.isCall ? "services" : "schema" }, lead: (16, Context.request), isOfUse: \.isInQuery),
    refusal: \.refusal,
    handler: { _ in [.toggled] })

  private static let refresh = Command(
    "refreshSchema", "Fetch the schema of the GraphQL request again, or the types of the gRPC server",
    section: .request, rank: 54, refusal: \.refusal, handler: { _ in [.refreshRequested] })

  private static let variables = Command(
    "fillVariables", "Fill in the variables of the GraphQL operation, or the message of the gRPC call",
    section: .request, rank: 55, refusal: \.refusal, handler: { _ in [.variablesRequested] })
}
