import Basics
import Documents
import Terminal

extension ResponseTurn {
  /// Shows the picture over its bytes; `nil` if the document is not an image.
  mutating func showPicture(of reading: ResponsePane.Reading) -> [Outcome]? {
    guard case .image = reading.document.kind, let info = reading.document.image else { return nil }
    var look = PictureLook(serial: nextSerial(), info: info, size: reading.document.store.count)
    guard given.capabilities.unicode, given.capabilities.colors >= 256 else {
      look.result = .failed("This terminal has no colours for it: 256 and UTF-8 are needed.")
      return push(.picture(look))
    }
    return push(.picture(look)) + [
      .document(.picture(key, reading.document, longestSide: Self.longestSide, serial: look.serial))
    ]
  }

  /// More than the largest terminal can show.
  private static let longestSide = 512

  mutating func pictured(serial: Int, _ result: PictureLook.Result) -> [Outcome] {
    changeLook(serial: serial) { look in
      guard case .picture(var picture) = look else { return }
      picture.result = result
      look = .picture(picture)
    }
    return []
  }

  /// Shows a new response in its best form: an image as a picture, a multipart body as a table of its parts.
  mutating func showBestLook() -> [Outcome] {
    guard given.isCurrent, pane.tab == .body, pane.looks.isEmpty, let reading = pane.body
    else { return [] }
    switch reading.document.kind {
    case .image: return showPicture(of: reading) ?? []
    case .multipart: return toggleTable()
    default: return []
    }
  }
}
