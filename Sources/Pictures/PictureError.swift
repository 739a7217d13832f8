/// Why a picture cannot be shown: what, where, what next.
public enum PictureError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The system has no library for the format.
  case missingLibrary(String)
  case unknownFormat(String)
  /// More pixels than are decoded for a terminal.
  case tooLarge(width: Int, height: Int)
  /// The library's own words.
  case broken(String)

  public var description: String {
    switch self {
    case .missingLibrary(let name): "The library \(name) is not installed, so the picture cannot be drawn."
    case .unknownFormat(let name): "\(name) pictures are not drawn."
    case .tooLarge(let width, let height): "\(width) × \(height) pixels are too many to draw."
    case .broken(let reason): "The picture is broken: \(reason)."
    }
  }
}
