import Networking
import Terminal
import Workspaces

@testable import Explorer

/// The named states of the screen, drawn in every size and theme.
enum ScreenState: String, CaseIterable {
  case start, nothingOpen, tree, treeFilter, notice
  case url, urlEditing, completion, params, headers, body, auth, variables, checks, docs, options, scripts, addingRow
  case nothingSent, sending, scripting, answer, answerHeaders, timing, cookies, sent, results, scriptTests, console,
    table, comparison, search, filter
  case failure, refusal, note, longNote, protected
  case palette, paletteQuery, jump, themes, methods, environments, environmentEditor, environmentMenu, help, question
  case scriptConsent
  case prompt, importing, menu, valueMenu, find, conflict
  case history, historyMenu, runReady, run, keptCookies, cookieForm

  func journey(columns: Int, rows: Int, theme: Theme.Name? = nil, isLight: Bool? = nil) -> Journey {
    var journey = Journey(
      columns: columns, rows: rows, capabilities: Capabilities(colors: Capabilities.allColors, isLight: isLight))
    if let theme { journey.state.chooseTheme(.builtIn(theme)) }
    journey.apply(.environment(.loaded(Self.twoEnvironments)))
    journey.apply(.history(.loaded(Samples.history)))
    build(&journey)
    journey.effects = []
    return journey
  }

  private static let twoEnvironments = [
    Environment(
      name: "local",
      variables: [
        .init(Row("base_url", "http://127.0.0.1:4010")), .init(Row("page_size", "20", note: "rows of a list")),
        .init(Row("token", "s3cr3t"), isSecret: true),
      ]), Environment(name: "production", isProtected: true),
  ]

  private func build(_ journey: inout Journey) {
    switch self {
    case .start, .nothingOpen, .tree, .treeFilter, .notice: buildTree(&journey)
    case .url, .urlEditing, .completion, .params, .headers, .body, .auth, .variables, .checks, .docs, .options,
      .scripts, .addingRow, .nothingSent, .methods:
      buildRequest(&journey)
    case .sending, .scripting, .answer, .answerHeaders, .timing, .cookies, .sent, .results, .scriptTests, .console,
      .table, .comparison, .search, .filter,
      .failure, .refusal, .note, .longNote, .protected, .valueMenu:
      buildResponse(&journey)
    case .history, .historyMenu, .runReady, .run, .keptCookies, .cookieForm: buildPage(&journey)
    default: buildBox(&journey)
    }
  }
}
