import Basics
import Workspaces

/// What the readers of one document share: its references, the samples of its schemas, and the losses.
struct OpenAPIContext {
  let references: JSONReferences
  var samples: SchemaSample
  var losses: LossLedger

  init(_ references: JSONReferences, losses: LossLedger = LossLedger()) {
    self.references = references
    self.losses = losses
    samples = SchemaSample(references)
  }

  /// The `example` or `examples` of a parameter or body, with their names; examples beyond the document's budget are
  /// omitted and reported.
  mutating func written(_ node: JSONValue, at place: String) -> [(name: String, value: JSONValue)] {
    let found = Self.written(node, references)
    let taken = found.filter { samples.affords($0.value) }
    if taken.count < found.count {
      losses.tell("examples that repeat the same long values too often are not carried over", at: place)
    }
    return taken
  }

  private static func written(_ node: JSONValue, _ references: JSONReferences) -> [(name: String, value: JSONValue)] {
    if let example = node["example"] ?? node["x-example"] { return [("", example)] }
    switch node["examples"] {
    case .object(let examples):
      return examples.compactMap { member in
        let example = references.resolved(member.value)
        // 3.2 distinguishes data values from serialized ones.
        return (example["value"] ?? example["dataValue"] ?? example["serializedValue"]).map { (member.name, $0) }
      }
    case .array(let examples): return examples.prefix(1).map { ("", $0) }
    default: return []
    }
  }

  /// The example of a body, else a sample of its schema.
  mutating func media(_ node: JSONValue, for direction: SampleDirection, at place: String) -> JSONValue {
    if let first = written(node, at: place).first { return first.value }
    let (value, isShort) = samples.value(of: node["schema"] ?? .null, for: direction)
    if isShort { losses.tell("a sample of the whole schema is too long: deeper levels are left out", at: place) }
    return value
  }
}
