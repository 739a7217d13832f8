import Basics
import Terminal
import Workspaces

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension AppState {
  mutating func apply(_ action: VariableFeature.Action) -> [Effect] {
    VariableFeature.reduce(action, in: variableSurroundings).flatMap { carryOut($0) }
  }

  var variableSurroundings: VariableFeature.Surroundings {
    VariableFeature.Surroundings(
      refusal: refusalWithoutReadableRequest, table: session?.variables, own: session?.draft.variables ?? [],
      origin: session?.draft.variableOrigin ?? .request,
      environment: environment.chosen, now: now.timeIntervalSince1970, layers: session?.surroundings?.layers ?? [],
      canReturn: !trail.isEmpty, underCursor: { variablesUnderCursor },
      row: { [session, now] in
        session?.explanationUnderCursor(now: now.timeIntervalSince1970).map { ($0.name, $0.lines) }
      })
  }

  private mutating func carryOut(_ outcome: VariableFeature.Outcome) -> [Effect] {
    switch outcome {
    case .said(let kind, let text): return say(kind, text)
    case .pick(let picker): return apply(.overlay(.show(.picker(picker))))
    case .editInEnvironment(let name, let environment):
      return leaveEditing() + apply(EnvironmentFeature.Action.variableSought(name, in: environment))
    case .editInRequest(let row):
      leaveTrace()
      return request(.variableSought(row: row))
    case .editInFolder(let folder, let name):
      leaveTrace()
      soughtVariable = SoughtVariable(folder: folder, name: name)
      return leaveEditing() + openSettings(of: folder)
    case .openRequest(let id):
      guard let node = request(named: id) else { return say(.information, "There is no request \(VisibleText.of(id))") }
      leaveTrace()
      showInTree(.request(node.path))
      return leaveEditing() + open(node)
    case .openCapture(let name): return openCapture(of: name)
    case .goBack: return returnFromDefinition()
    }
  }

  /// The hint in the bottom line for the variable under the caret.
  var variableHint: StyledText? {
    guard overlay == nil, let table = session?.variables else { return nil }
    let (all, current) = variablesUnderCursor
    // When no text is edited, the whole field is under the cursor, so the hint needs a wide line.
    guard let use = current ?? (session?.editor.editing == nil && size.columns >= 100 ? all.first : nil) else {
      return nil
    }
    let explanation = VariableExplanation(use.name, in: table)
    return StyledText(keys.filled(explanation.line), theme[explanation.isWrong ? .error : .dim])
  }
}
