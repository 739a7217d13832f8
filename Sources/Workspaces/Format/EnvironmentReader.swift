/// Reads `environments/NAME.yml` (opencollection.md, section 11). The file's name is the environment's name.
enum EnvironmentReader {
  static func environment(_ root: YAMLNode?, path: String, _ reader: inout NodeReader) -> Environment {
    let name = FilePaths.baseName(of: path)
    var made = Environment(name: name)
    guard let root else { return made }
    if let inside = root["name"]?.text, !inside.isEmpty, inside != name {
      reader.hint(root["name"], "the file is named \"\(name)\", which is used; the name inside is \"\(inside)\"")
    }
    let color = root["color"]?.text ?? ""
    made.color = color.isEmpty ? nil : color
    made.isProtected = root["protected"]?.bool == true || root["extensions"]?["apus"]?["protected"]?.bool == true
    made.trust = ServerTrust.read(root, &reader)
    made.variables = reader.maps(root["variables"], "variables").map { variable($0, &reader) }
    return made
  }

  private static func variable(_ entry: YAMLNode, _ reader: inout NodeReader) -> Environment.Variable {
    guard entry["secret"]?.bool == true else {
      return Environment.Variable(reader.row(entry, "variables"))
    }
    var row = Row(reader.text(entry["name"], "a secret's name"), isEnabled: reader.isEnabled(entry))
    row.note = reader.prose(entry["description"])
    if let value = entry["value"], !(value.text ?? "").isEmpty {
      reader.hint(value, "the value next to `secret: true` is ignored; secrets are stored outside the collection")
    }
    return Environment.Variable(row, isSecret: true)
  }
}
