import Basics
import Documents

extension ResponsePane {
  /// Why the text of a prompt is invalid; `nil` if it is valid.
  func fault(of purpose: Prompt.Purpose, _ text: String, _ searchOptions: SearchOptions) -> String? {
    switch purpose {
    case .search:
      guard !text.isEmpty, let reading else { return nil }
      do { _ = try DocumentSearch(searchOptions.query(text), in: reading.document, view: reading.view) } catch {
        return "\(error)"
      }
      return nil
    case .jsonPath: return filter?.fault
    case .authorities: return text.trimmed.isEmpty ? "The path is empty" : nil
    case .saveBody: return text.trimmed.isEmpty ? "The name is empty" : nil
    case .goToLine: return ResponseTurn.isPlace(text) ? nil : "That is neither a line (120) nor a percentage (50%)"
    case .environmentVariable, .capture:
      let name = text.trimmed
      let isName = !name.isEmpty && !name.contains { $0.isWhitespace || "{}".contains($0) }
      return isName ? nil : "A variable's name cannot be empty or contain spaces or braces"
    default: return nil
    }
  }
}
