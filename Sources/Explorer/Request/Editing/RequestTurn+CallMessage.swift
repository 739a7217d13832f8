import Basics
import GraphQL
import Protobuf
import Terminal
import Workspaces

extension RequestTurn {
  /// A longer message is typed without help, in bytes.
  private static let longestMessage = 32 << 10

  /// The fields and values that the type of the message has at the caret; `nil` without types.
  func completion(ofMessage pane: TextPane) -> Completion? {
    guard let schema = session.types.reference?.schema, pane.bytes <= Self.longestMessage,
      let method = schema.method(path: session.draft.method)
    else { return nil }
    let area = pane.area
    let caret = area.offset(of: area.caret)
    let start = caret - area.caret.offset
    let found = schema.completion(in: Array(area.text.utf8), at: caret, as: method.input)
    guard !found.candidates.isEmpty, (start...caret).contains(found.range.lowerBound) else { return nil }
    let items = found.candidates.prefix(Completion.limit).map { item in
      let detail = item.isDeprecated ? "deprecated  \(item.detail)" : item.detail
      return Completion.Item(text: item.text, detail: detail, label: item.name)
    }
    let isTyped = found.range.lowerBound < caret
    // Where nothing is typed yet, Enter is a new line.
    return Completion(
      items: items, chosen: isTyped ? 0 : nil,
      range: (found.range.lowerBound - start)..<(found.range.upperBound - start))
  }
}

extension QueryIssue {
  /// The first thing in the message of a call that its type does not allow; `nil` if there is none, or it is no JSON yet.
  static func first(inMessage text: String, of method: MethodType, by schema: ProtobufSchema) -> QueryIssue? {
    // The values of variables are not known here, and an empty text stands for the defaults.
    guard !text.contains("{{"), text.utf8.contains(where: { $0 > 0x20 }) else { return nil }
    let bytes = Array(text.utf8)
    guard let problem = schema.problems(ofJSON: bytes, as: method.input).first else { return nil }
    var steps = problem.path.steps
    switch problem.reason {
    // The editor of JSON names the fault.
    case .notJSON: return nil
    case .unknownField(let name, _, _) where steps.last != .field(name): steps.append(.field(name))
    case .duplicateKey(let name) where steps.last != .field(name): steps.append(.key(name))
    default: break
    }
    let position = LineIndex(text).position(of: JSONPlace.offset(of: steps, in: bytes) ?? 0)
    return QueryIssue(line: position.line, column: position.column, message: "\(problem)")
  }
}
