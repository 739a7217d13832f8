import Terminal

/// The places of the cookies: the list, and below it the fields of the cookie under the cursor. A low window shows one
/// of both.
struct CookiesLayout: Equatable {
  let list: Rect
  /// `nil` if there is no room beside the list, and none is edited.
  let detail: Rect?
  /// The line of the filter, the titles of the columns if there is room, and the rows.
  let head: Rect
  let titles: Rect?
  let rows: Rect

  private static let detailHeight = CookieForm.Field.allCases.count + 2

  init(_ size: Size, isEditing: Bool = false) {
    let body = Rect(size).splitTop(1).1.splitBottom(1).0
    if size.rows >= Self.detailHeight + 10 {
      let upper = body.height - Self.detailHeight + 1
      list = body.splitTop(upper).0
      detail = body.splitTop(upper - 1).1
    } else {
      list = body
      detail = isEditing ? body : nil
    }
    let inner = list.inset()
    head = Rect(x: inner.x + 1, y: inner.y, width: max(0, inner.width - 2), height: min(1, inner.height))
    titles = size.rows >= 24 ? Rect(x: inner.x, y: inner.y + 1, width: inner.width, height: 1) : nil
    rows = inner.splitTop(inner.height < 4 ? 0 : titles == nil ? 1 : 2).1
  }

  /// The frames that share lines; an edited cookie covers the list in a low window.
  var frames: [Rect] { detail == list ? [list] : [list, detail].compactMap(\.self) }

  /// Where a field of the cookie stands; `nil` if there is no room for it.
  func place(of field: CookieForm.Field) -> Rect? {
    guard let inner = detail?.inset(), field.rawValue < inner.height else { return nil }
    return Rect(x: inner.x, y: inner.y + field.rawValue, width: inner.width, height: 1)
  }

  func field(at point: Point) -> CookieForm.Field? {
    CookieForm.Field.allCases.first { place(of: $0)?.contains(point) == true }
  }
}
