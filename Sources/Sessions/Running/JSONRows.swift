import Basics
import Workspaces

/// The objects of a JSON list, or one object without a list. Each is found by its braces and then parsed, so that only
/// one is in memory.
struct JSONRows {
  private enum Place {
    case start
    /// In the list, before an element; `false` if a comma has to come first.
    case list(isOpen: Bool)
    case end
  }

  let name: String
  private var place = Place.start
  private var count = 0

  init(name: String) {
    self.name = name
  }

  mutating func next(_ bytes: inout DataBytes) throws(DataTable.Fault) -> DataTable.Row? {
    guard try hasNext(&bytes) else { return nil }
    let text = try element(&bytes)
    let node: JSONValue
    do throws(JSONError) { node = try JSONValue(parsing: text) } catch { throw fault("element \(count): \(error)") }
    guard case .object(let members) = node else { throw noObject }
    count += 1
    return members.map { VariableInputs.Pair($0.name, CheckValue.value($0.value).text) }
  }

  /// Goes to the start of the next element.
  private mutating func hasNext(_ bytes: inout DataBytes) throws(DataTable.Fault) -> Bool {
    while let byte = try bytes.peek() {
      switch (byte, place) {
      case (0x20, _), (0x09, _), (0x0A, _), (0x0D, _): break
      case (UInt8(ascii: "["), .start): place = .list(isOpen: true)
      case (_, .start):
        place = .end
        return true
      case (UInt8(ascii: "]"), .list(let isOpen)) where !isOpen || count == 0: place = .end
      case (UInt8(ascii: ","), .list(isOpen: false)): place = .list(isOpen: true)
      case (_, .list(isOpen: true)):
        place = .list(isOpen: false)
        return true
      case (_, .list(isOpen: false)): throw fault("a comma is missing after element \(count - 1)")
      case (_, .end): throw fault("there is more text after the end of the list")
      }
      bytes.drop()
    }
    guard case .end = place else { throw fault("the list is not closed") }
    return false
  }

  /// The text of an object: up to the brace that closes it.
  private func element(_ bytes: inout DataBytes) throws(DataTable.Fault) -> [UInt8] {
    guard try bytes.peek() == UInt8(ascii: "{") else { throw noObject }
    var text: [UInt8] = []
    var depth = 0
    var isInString = false
    while let byte = try bytes.pop() {
      text.append(byte)
      if text.count > DataReader.longestRow {
        throw fault("element \(count) is longer than \(Quantity.bytes(DataReader.longestRow))")
      }
      switch byte {
      case UInt8(ascii: "\\") where isInString:
        if let escaped = try bytes.pop() { text.append(escaped) }
      case UInt8(ascii: "\""): isInString.toggle()
      case UInt8(ascii: "{") where !isInString, UInt8(ascii: "[") where !isInString: depth += 1
      case UInt8(ascii: "}") where !isInString, UInt8(ascii: "]") where !isInString:
        depth -= 1
        if depth == 0 { return text }
      default: break
      }
    }
    return text
  }

  private var noObject: DataTable.Fault {
    fault("element \(count) is no object; write [{\"name\": \"value\"}, …]")
  }

  private func fault(_ what: String) -> DataTable.Fault { DataTable.Fault("\(name): \(what)") }
}
