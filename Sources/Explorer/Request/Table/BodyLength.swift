import Basics
import Networking
import Workspaces

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The length of a body as it will be sent, for its header.
enum BodyLength {
  /// Resolving a longer text at each key would be felt.
  private static let longest = 16 << 10

  /// In bytes; `nil` for what is only known when it is sent: files, parts, generated and missing values.
  static func of(_ body: BodyDefinition, in table: VariableTable?) -> Int? {
    switch body {
    case .text(_, let text):
      return text.utf8.contains(UInt8(ascii: "{")) ? resolved(text, table)?.utf8.count : text.utf8.count
    case .form(let rows):
      var form = Form()
      for row in rows where row.isEnabled && !(row.name.isEmpty && row.value.isEmpty) {
        guard let name = resolved(row.name, table), let value = resolved(row.value, table) else { return nil }
        form.append(name, value)
      }
      return form.text.utf8.count
    case .graphql(let query, let variables):
      guard let query = resolved(query, table), let variables = resolved(variables, table) else { return nil }
      var bytes: [UInt8] = []
      JSONString.write(query, into: &bytes)
      let rest = variables.utf8.contains { $0 > 0x20 } ? #","variables":"#.utf8.count + variables.utf8.count : 0
      return #"{"query":"#.utf8.count + bytes.count + rest + 1
    case .none, .multipart, .file: return nil
    }
  }

  /// A text with its values, if these are the same at each send.
  private static func resolved(_ text: String, _ table: VariableTable?) -> String? {
    guard text.utf8.contains(UInt8(ascii: "{")) else { return text }
    guard let table, text.utf8.count <= longest else { return nil }
    let one = table.resolved(text, dynamic: .still)
    guard one.unresolved.isEmpty, one.text == table.resolved(text, dynamic: other).text else { return nil }
    return one.text
  }

  /// Generates other values than `still`.
  private static let other = DynamicValues(
    now: { .init(timeIntervalSince1970: 1_000_000_000) }, random: { $0 == 0 ? 0 : $0 - 1 })
}
