package import Terminal
import Workspaces

/// Two versions of a request side by side, after the user and another program changed the same fields. The user chooses
/// a version for each field, or one for all.
package struct Conflict: Feature {
  package enum Action: Equatable, Sendable {
    case pressed(Key)
    case clicked(Mouse)
  }

  /// The request; `nil` in an empty one.
  private(set) var key: RequestKey?
  private(set) var name = ""
  /// True for the settings of a folder or a collection.
  private(set) var isShared = false
  /// The number of the displayed disk version. A newer one has to be shown before a decision.
  private(set) var version = 0
  private(set) var fields: [Field] = []
  /// True to save after the choice, because a save led here.
  private(set) var savesAfter = false
  /// The field under the cursor.
  private(set) var cursor = 0
  /// The first visible row.
  private(set) var list = ListCursor()

  enum Side: Hashable, Sendable {
    case mine, theirs
  }

  /// A field changed on both sides. A long text takes several lines.
  struct Field: Equatable, Sendable {
    /// The field's name in the merge.
    let id: String
    let lines: [Line]
    var side = Side.mine
  }

  struct Line: Equatable, Sendable {
    var title: String
    var mine: String
    var theirs: String
  }

  package init() {}

  init(
    key: RequestKey, mine: RequestDefinition, theirs: DiskVersion, conflicts: [DefinitionMerge.Conflict],
    savesAfter: Bool
  ) {
    self.key = key
    name = mine.name
    isShared = mine.kind.isShared
    version = theirs.number
    self.savesAfter = savesAfter
    fields = conflicts.map { Field(id: $0.field, lines: Self.lines(of: $0, mine, theirs.definition)) }
  }

  private var choice: ConflictChoice { .fields(theirs: Set(fields.filter { $0.side == .theirs }.map(\.id))) }

  private mutating func choose(_ side: Side?) {
    guard fields.indices.contains(cursor) else { return }
    fields[cursor].side = side ?? (fields[cursor].side == .mine ? .theirs : .mine)
  }

  /// The letters that decide for the whole request. A folder cannot keep both versions of its settings.
  var answers: [Character: ConflictChoice] {
    isShared ? ["m": .mine, "t": .theirs] : ["m": .mine, "t": .theirs, "b": .both]
  }
}

extension Conflict {
  mutating func apply(_ action: Action, in context: inout FeatureContext) {
    switch action {
    case .pressed(let key): press(key, in: &context)
    case .clicked(let mouse): click(mouse, in: &context)
    }
  }

  private mutating func press(_ key: Key, in context: inout FeatureContext) {
    let (rows, place) = list(in: context.app)
    switch key {
    case .escape, .control("c"), .character("q"):
      context.perform(.overlay(.close))
      context.say("\(name) is not saved: \(key: "save") asks again")
    case .enter: decide(choice, in: &context)
    case .character(" "): choose(nil)
    case .left, .character("h"): choose(.mine)
    case .right, .character("l"): choose(.theirs)
    default:
      if let motion = Motion(key) { return move(motion, in: rows, height: place.height) }
      guard case .character(let letter) = key.code, key.modifiers.isEmpty,
        let choice = answers[Character(letter.lowercased())]
      else { return }
      decide(choice, in: &context)
    }
  }

  /// Applies a decision only to a version that the user has seen. A newer one is shown first.
  private func decide(_ choice: ConflictChoice, in context: inout FeatureContext) {
    guard let key else { return }
    context.perform(.overlay(.close))
    guard let version = context.app.sessions[key]?.onDisk?.number else {
      return context.say("\(name): no conflict is left")
    }
    guard version == self.version else {
      context.say("\(name): the file changed again", .warning)
      return context.perform(.openFile(.conflictRequested(savesAfter: savesAfter), of: key))
    }
    context.perform(.openFile(.conflictDecided(choice, savesAfter: savesAfter), of: key))
  }

  /// Handles the mouse: the wheel scrolls, and a click on a version chooses it for its field.
  private mutating func click(_ mouse: Mouse, in context: inout FeatureContext) {
    let (rows, place) = list(in: context.app)
    guard let index = list.click(mouse, count: rows.rows.count, on: place, in: frame(in: context.app)) else { return }
    if mouse.button == .right {
      cursor = rows.rows[index].field
    } else {
      choose(at: mouse.point, row: rows.rows[index], rows, place)
    }
  }

  /// Up and down move to the next field, scrolling first through a field taller than the window. Other motions scroll.
  private mutating func move(_ motion: Motion, in rows: ConflictRows, height: Int) {
    let (range, shown) = (rows.range(of: cursor), list.offset..<list.offset + height)
    switch motion {
    case .down where range.upperBound > shown.upperBound && range.lowerBound < shown.upperBound,
      .up where range.lowerBound < shown.lowerBound:
      break
    case .up, .down:
      cursor = motion.row(from: cursor, page: 1, count: fields.count)
      let next = rows.range(of: cursor)
      var offset = list.offset
      if motion == .up { offset = min(offset, max(next.lowerBound, next.upperBound - height)) }
      if next.lowerBound < offset { offset = next.lowerBound }
      if next.upperBound > offset + height { offset = min(next.lowerBound, next.upperBound - height) }
      return list.scroll(by: offset - list.offset, count: rows.rows.count, height: height)
    default: break
    }
    list.scroll(motion, count: rows.rows.count, height: height)
  }

  /// Chooses the version under the pointer for its field.
  private mutating func choose(at point: Point, row: ConflictRows.Row, _ rows: ConflictRows, _ place: Rect) {
    cursor = row.field
    if rows.isBeside {
      let middle = place.x + rows.title + rows.side + 6
      if point.x >= place.x + rows.title { choose(point.x < middle ? .mine : .theirs) }
    } else if row.mine != nil || row.theirs != nil {
      choose(row.mine != nil ? .mine : .theirs)
    }
  }
}

extension AppState {
  /// The conflict in the open box.
  var conflict: Conflict? {
    get { if case .conflict(let conflict)? = overlay { conflict } else { nil } }
    set { overlay = newValue.map(Overlay.conflict) }
  }
}
