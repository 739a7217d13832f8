/// Why a schema cannot be used, or a value cannot be checked by it.
package enum SchemaFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The schema itself is wrong there.
  case invalid(place: String, reason: String)
  /// A `$ref` to a schema that is not there, with its place.
  case unknown(reference: String, place: String)
  /// A `$ref` to another server, with its place.
  case remote(reference: String, place: String)
  /// A `$ref` to a file that cannot be used.
  case file(path: String, reason: String)
  /// `$schema` names something else than the supported drafts.
  case dialect(String)
  case endless(place: String)
  case tooLarge
  case tooDeep(place: String)
  case tooLong
  case cancelled

  package var description: String {
    switch self {
    case .invalid(let place, let reason): "the schema is wrong at \(place): \(reason)"
    case .unknown(let reference, let place): "\(place) refers to \(reference), which is not there"
    case .remote(let reference, let place):
      "\(place) refers to \(reference), which is not fetched: copy it into the collection and refer to that file"
    case .file(let path, let reason): "a $ref to \(path): \(reason)"
    case .dialect(let name): "$schema is \(name): only draft 2020-12 and draft 7 are supported"
    case .endless(let place): "\(place) refers to itself endlessly, or the chain of references to it is too long"
    case .tooLarge: "the schema is too large"
    case .tooDeep(let place): "more than \(SchemaEvaluator.deepest) schemas apply within each other at \(place)"
    case .tooLong: "the schema takes too long on this value: use fewer alternatives or simpler patterns"
    case .cancelled: "cancelled"
    }
  }
}
