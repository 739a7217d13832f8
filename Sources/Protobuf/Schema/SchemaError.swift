/// Why descriptors are not a set of types.
package enum SchemaError: Error, Hashable, Sendable, CustomStringConvertible {
  case wire(WireError)
  /// Two different files of one name.
  case duplicateFile(String)
  case missingImport(String, in: String)
  /// Files that import each other, in order.
  case importCircle([String])
  case unsupportedSyntax(String, in: String)
  /// A name that is empty or holds what no name may.
  case invalidName(String, in: String)
  /// Two things of one full name.
  case duplicateName(String, in: String)
  /// A field of a type that is in none of the files, or is of another kind.
  case unknownType(String, of: String)
  /// A type of fields that does not exist.
  case unknownKind(Int, of: String)
  /// A number that fields may not have.
  case fieldNumber(Int, of: String)
  /// A name or a number that another field of the message has.
  case duplicateField(String, number: Int, in: String)
  /// A oneof that the message does not have.
  case unknownOneof(Int, of: String)
  /// A map without a key and a value.
  case invalidMap(String)
  case emptyEnum(String)

  package var description: String {
    switch self {
    case .wire(let error): "the descriptors cannot be read: \(error)"
    case .duplicateFile(let name): "two different files are named \(name)"
    case .missingImport(let name, let file):
      "\(file) imports \(name), which is missing (protoc puts it in with --include_imports)"
    case .importCircle(let files): "files import each other: \(files.joined(separator: " → "))"
    case .unsupportedSyntax(let syntax, let file): "\(file) is written in \(syntax), which is not supported"
    case .invalidName(let name, let scope): "“\(name)” in \(scope) is no name"
    case .duplicateName(let name, let file): "\(name) in \(file) is declared twice"
    case .unknownType(let type, let field): "\(field) is of the type \(type), which is in none of the files"
    case .unknownKind(let number, let field): "\(field) is of a kind (\(number)) that does not exist"
    case .fieldNumber(let number, let field): "\(field) has the number \(number); fields have 1 to 536870911"
    case .duplicateField(let name, let number, let message):
      "\(message) has two fields named \(name) or numbered \(number)"
    case .unknownOneof(let place, let field): "\(field) belongs to oneof \(place), which its message does not have"
    case .invalidMap(let name): "\(name) is a map without a key that a map may have, and a value"
    case .emptyEnum(let name): "the enum \(name) has no values"
    }
  }
}
