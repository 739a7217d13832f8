/// A complete command of normal or visual mode, as it was typed: `"a3d2w`.
struct VimCommand: Hashable, Sendable {
  var register: Character?
  var count: Int?
  /// `d`, `c`, `y`, `<` or `>`.
  var operation: Character?
  /// What it does, or the motion of the operation; the operation itself for whole lines.
  var name: Character
  /// The character that `f` looks for, the kind of object, what is searched for.
  var argument = ""
}

/// What keys typed so far are.
enum VimParsed {
  case incomplete, invalid
  case command(VimCommand)

  static let escape: Character = "\u{1B}"
  static let enter: Character = "\r"

  init(_ keys: [Character], isVisual: Bool) {
    var rest = keys[...]
    var command = VimCommand(name: " ")
    guard let next = VimParsed.prefix(&rest, &command) else {
      self = .incomplete
      return
    }
    if next == VimParsed.escape {
      self = .invalid
      return
    }
    guard !isVisual, "dcy<>".contains(next) else {
      self = VimParsed.rest(next, rest, command, isObjectAllowed: isVisual)
      return
    }
    command.operation = next
    guard let motion = VimParsed.prefix(&rest, &command) else {
      self = .incomplete
      return
    }
    if motion == next {
      command.name = next
      self = .command(command)
    } else if VimParsed.motions.contains(motion) || "ia".contains(motion) {
      self = VimParsed.rest(motion, rest, command, isObjectAllowed: true)
    } else {
      self = .invalid
    }
  }

  static let motions = "hjklwbe0^$gGfFtT;,/nN \r\u{8}"

  /// Takes registers and counts; returns the character after them, `nil` if there is none yet.
  private static func prefix(_ rest: inout ArraySlice<Character>, _ command: inout VimCommand) -> Character? {
    while let next = rest.popFirst() {
      if next == "\"", command.operation == nil {
        guard let name = rest.popFirst() else { return nil }
        if name == escape { return escape }
        command.register = name
        continue
      }
      var number: Int?
      var digit: Character? = next
      while let character = digit, let value = character.wholeNumberValue, character.isASCII, value > 0 || number != nil
      {
        number = min((number ?? 0) * 10 + value, 99_999)
        digit = rest.popFirst()
        if digit == nil { return nil }
      }
      if let number { command.count = min((command.count ?? 1) * number, 99_999) }
      guard let found = digit else { return nil }
      if found == "\"", command.operation == nil, number != nil {
        rest = [found] + rest
        continue
      }
      return found
    }
    return nil
  }

  private static func rest(
    _ name: Character, _ rest: ArraySlice<Character>, _ command: VimCommand, isObjectAllowed: Bool
  ) -> VimParsed {
    var command = command
    command.name = name
    switch name {
    case "f", "F", "t", "T", "r":
      guard let argument = rest.first else { return .incomplete }
      if argument == escape { return .invalid }
      command.argument = String(argument)
    case "g":
      guard let argument = rest.first else { return .incomplete }
      if argument != "g" { return .invalid }
    case "i" where isObjectAllowed, "a" where isObjectAllowed:
      guard let argument = rest.first else { return .incomplete }
      guard "w\"'`()b[]{}B<>t".contains(argument) else { return .invalid }
      command.argument = String(argument)
    case "/", ":":
      guard rest.last == enter else { return rest.last == escape ? .invalid : .incomplete }
      command.argument = String(rest.dropLast())
    default: break
    }
    return .command(command)
  }
}
