import Basics
import Sessions
import Workspaces

extension Prompt {
  static let importSource = Prompt(
    "Import: a path, or paste Postman, OpenAPI, HAR, .http", .importSource)
}

extension AppState {
  /// Imports what a prompt was given, into the folder under the cursor of the tree.
  mutating func importSource(_ source: ImportOrder.Source) -> [Effect] {
    let order = ImportOrder(source, into: folderOfCursor ?? workspace.path)
    return [.files(.change(.importing(order)))]
  }

  /// Takes a pasted document whole, which a line could not hold; `nil` if it is not one.
  mutating func pasteIntoImport(_ text: String) -> [Effect]? {
    guard case .prompt(let prompt)? = overlay, prompt.purpose == .importSource else { return nil }
    let trimmed = text.trimmed
    guard trimmed.contains(where: \.isLineBreak) || trimmed.hasPrefix("{") else { return nil }
    overlay = nil
    return importSource(.text(text))
  }
}
