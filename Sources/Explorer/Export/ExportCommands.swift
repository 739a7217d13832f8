import Terminal

/// The command that writes requests for another tool.
enum ExportCommands {
  typealias Record = CommandRecord<ExportFeature.Surroundings, ExportFeature.Action>

  static let all: [Record] = [export]

  private static let export = Record(
    "export", "Export to a file: cURL, code, HAR, .http, Hurl, Postman", [.character("X")], section: .request, rank: 95,
    refusal: { $0.choice == nil ? $0.refusal : nil }, handler: { _ in [.requested] })
}
