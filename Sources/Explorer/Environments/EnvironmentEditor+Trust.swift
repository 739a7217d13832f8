import Basics
import Terminal
import Workspaces

/// `t`: whom the requests of the environment believe.
extension EnvironmentEditor {
  mutating func press(_ key: Key, trusting line: Int, _ field: TextField?) -> Outcome {
    let part = TrustField.allCases[min(max(0, line), TrustField.allCases.count - 1)]
    if let field { return press(key, part, at: line, field) }
    switch key {
    case .up, .character("k"): mode = .trusting(line: max(0, line - 1), nil)
    case .down, .character("j"): mode = .trusting(line: min(TrustField.allCases.count - 1, line + 1), nil)
    case .enter, .character(" "): return change(part, at: line)
    case .delete: return set(part, "")
    case .character("u"): return Outcome(effects: undo())
    case .control("y"): return Outcome(effects: redo())
    case .escape, .control("c"), .character("q"), .character("t"): mode = .browsing
    default: break
    }
    return Outcome()
  }

  /// The next choice, or a field to type in.
  private mutating func change(_ part: TrustField, at line: Int) -> Outcome {
    let text = part.text(in: current?.trust ?? ServerTrust())
    guard let choices = part.choices else {
      mode = .trusting(line: line, field(for: .trust(part), text))
      return Outcome()
    }
    let next = ((choices.firstIndex(of: text) ?? 0) + 1) % choices.count
    return set(part, choices[next])
  }

  private mutating func press(_ key: Key, _ part: TrustField, at line: Int, _ field: TextField) -> Outcome {
    var field = field
    switch key {
    case .escape, .control("c"):
      leave(.trust(part), field)
      mode = .trusting(line: line, nil)
    case .enter:
      if let problem = part.problem(of: field.text) { return Outcome(message: problem) }
      mode = .trusting(line: line, nil)
      return set(part, field.text)
    default:
      if field.handle(key) { mode = .trusting(line: line, field) }
    }
    return Outcome()
  }

  private mutating func set(_ part: TrustField, _ text: String) -> Outcome {
    var outcome = Outcome(effects: change { part.set(text, in: &$0.trust) })
    if !outcome.effects.isEmpty, part == .verifies, current?.trust.verifies == false {
      outcome.message = "Nothing is sent unverified before you allow it, for one server at a time"
    }
    return outcome
  }
}
