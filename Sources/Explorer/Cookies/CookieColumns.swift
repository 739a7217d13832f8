import Basics
import Networking
import Terminal

/// The columns of the list of cookies: as wide as their content asks; in a narrow window what is least needed goes
/// first.
struct CookieColumns {
  enum Column: CaseIterable {
    case name, value, host, path, expires, flags

    var title: String {
      switch self {
      case .name: "Name"
      case .value: "Value"
      case .host: "Host"
      case .path: "Path"
      case .expires: "Expires"
      case .flags: "Flags"
      }
    }

    fileprivate var most: Int {
      switch self {
      case .name: 28
      case .value: 24
      case .host: 36
      case .path: 24
      case .expires: 14
      case .flags: 24
      }
    }

    fileprivate func text(of cookie: Cookie) -> String {
      switch self {
      case .name: cookie.name
      case .host: cookie.scope
      case .path: cookie.path
      case .flags: cookie.flags
      case .value, .expires: ""
      }
    }
  }

  let places: [(Column, Rect)]

  init(_ cookies: [Cookie], in rect: Rect) {
    let gap = 2
    var widths = Column.allCases.map { column -> Int in
      if column == .value || column == .expires { return column.most }
      let longest = cookies.prefix(1000).map { TextWidth.of(column.text(of: $0)) }.max() ?? 0
      return min(column.most, max(longest, column.title.count))
    }
    let room = rect.width - 3
    func total() -> Int { widths.reduce(0) { $0 + ($1 > 0 ? $1 + gap : 0) } - gap }
    // The value is masked: eight columns say that there is one.
    if total() > room { widths[1] = 8 }
    for column in [5, 3, 4, 1] where total() > room { widths[column] = 0 }
    if total() > room { widths[2] = max(0, room - widths[0] - gap) }
    if total() > room { (widths[0], widths[2]) = (max(0, room), 0) }
    var x = rect.x + 2
    places = zip(Column.allCases, widths).map { column, width in
      defer { x += width > 0 ? width + gap : 0 }
      return (column, Rect(x: x, y: rect.y, width: width, height: 1))
    }
  }
}

extension Rect {
  /// The same columns in another row.
  func moved(to row: Int) -> Rect { Rect(x: x, y: row, width: width, height: height) }
}
