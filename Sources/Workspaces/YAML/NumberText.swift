/// Numbers as in YAML and JSON: integers without a fraction.
package enum NumberText {
  package static func text(_ value: Double) -> String {
    if let whole = Int(exactly: value) { return String(whole) }
    return value.isFinite ? "\(value)" : "0"
  }
}
