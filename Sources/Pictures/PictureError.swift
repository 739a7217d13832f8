/// Why a picture cannot be shown: says what, where, and the next step.
package enum PictureError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The library for the format is not installed.
  case missingLibrary(String)
  case unknownFormat(String)
  /// The picture has more pixels than Apus decodes for a terminal.
  case tooLarge(width: Int, height: Int)
  /// The message of the library.
  case broken(String)

  package var description: String {
    switch self {
    case .missingLibrary(let name): "The library \(name) is not installed, so the picture cannot be drawn."
    case .unknownFormat(let name): "\(name) pictures are not drawn."
    case .tooLarge(let width, let height): "\(width) × \(height) pixels are too many to draw."
    case .broken(let reason): "The picture is broken: \(reason)."
    }
  }
}
