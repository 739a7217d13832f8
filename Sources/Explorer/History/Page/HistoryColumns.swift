import Basics
import Terminal
import Workspaces

/// The columns of the exchanges of the history: each as wide as what it shows; the path takes what the others leave, and
/// what is least needed goes first.
struct HistoryColumns {
  var time: Rect
  var method: Rect
  var path: Rect
  var status: Rect
  var duration: Rect
  var size: Rect
  var chart: Rect

  /// - Parameters:
  ///   - shown: the exchanges on the screen.
  ///   - charts: the width of the widest chart.
  ///   - unicode: whether the terminal draws it.
  init(_ rect: Rect, of shown: [HistorySummary], charts: Int, unicode: Bool) {
    let sizes = shown.map { Quantity.bytes($0.size).count }.max() ?? 0
    let durations = shown.map { Quantity.duration($0.duration).count }.max() ?? 0
    var left = rect.x + 2
    func fromLeft(_ width: Int) -> Rect {
      defer { left += width }
      return Rect(x: left, y: rect.y, width: width, height: 1)
    }
    time = fromLeft(rect.width >= 36 ? 10 : 0)
    method = fromLeft(6)
    var right = rect.maxX - 1
    func fromRight(_ width: Int) -> Rect {
      right -= width
      return Rect(x: right, y: rect.y, width: width, height: 1)
    }
    // The word of a failed call takes no more of the path than it can spare.
    let statuses = Self.status(of: shown, unicode: unicode)
    let word = min(statuses, max(Self.narrowStatus, rect.width - left - Self.leastPath))
    // A chart is of use also with fewer of the sends before.
    let others = 2 + time.width + method.width + word + durations + 2 + sizes + 2 + 2
    let paths = shown.map { TextWidth.of($0.path) }.max() ?? 0
    let free = rect.width - others - paths
    let marks = min(charts, max(4, free - 2))
    // Without it no path is cut.
    let isInTheWay = (0..<6).contains(free)
    chart = fromRight(charts > 0 && rect.width >= 66 && !isInTheWay ? marks + 2 : 0)
    size = fromRight(rect.width >= 56 ? sizes + 2 : 0)
    duration = fromRight(rect.width >= 30 ? durations + 2 : 0)
    status = fromRight(word)
    path = Rect(x: left, y: rect.y, width: max(0, right - left - 1), height: 1)
  }

  /// Of a number with the mark of what was cancelled.
  private static let narrowStatus = 4
  private static let leastPath = 24

  /// How wide the widest result is.
  private static func status(of entries: some Sequence<HistorySummary>, unicode: Bool) -> Int {
    entries.reduce(narrowStatus) { max($0, TextWidth.of($1.result(unicode: unicode).text)) }
  }

  /// The columns that a list with its border needs to show these whole.
  static func asked(by entries: some Sequence<HistorySummary>) -> Int {
    var (path, duration, size) = (0, 0, 0)
    for entry in entries {
      path = max(path, TextWidth.of(entry.path))
      duration = max(duration, Quantity.duration(entry.duration).count)
      size = max(size, Quantity.bytes(entry.size).count)
    }
    // Cursor, time, method, path, status, duration, size, margin and border.
    return 2 + 10 + 6 + path + 1 + status(of: entries, unicode: true) + duration + 2 + size + 2 + 1 + 2
  }

  func moved(to y: Int) -> HistoryColumns {
    var moved = self
    (moved.time.y, moved.method.y, moved.path.y, moved.status.y) = (y, y, y, y)
    (moved.duration.y, moved.size.y, moved.chart.y) = (y, y, y)
    return moved
  }
}
