/// A type of enums.
package struct EnumType: Sendable {
  /// A name and its number.
  package struct Value: Hashable, Sendable {
    package var name: String
    package var number: Int32
    package var isDeprecated = false
  }

  /// With the package, without a leading dot.
  package var fullName: String
  /// In the order of the file; the first is the default.
  package var values: [Value]
  /// Whether a number without a name is no value.
  package var isClosed: Bool

  private let names: [String: Int32]
  private let numbers: [Int32: String]

  init(fullName: String, values: [Value], isClosed: Bool) {
    (self.fullName, self.values, self.isClosed) = (fullName, values, isClosed)
    // Of several names of a number the first is written.
    names = Dictionary(values.map { ($0.name, $0.number) }) { first, _ in first }
    numbers = Dictionary(values.map { ($0.number, $0.name) }) { first, _ in first }
  }

  package func number(_ name: String) -> Int32? { names[name] }

  package func name(_ number: Int32) -> String? { numbers[number] }
}
