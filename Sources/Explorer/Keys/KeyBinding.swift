import Basics
package import Terminal
import Workspaces

/// A key bound to a command by one of the user's files, with its position there.
struct KeyBinding {
  let command: String
  let key: Key
  let file: String
  let place: YAMLPlace

  /// A problem with its location: `config.yml:3:9: …`.
  func fault(_ message: String) -> String { "\(file):\(place.fault(message))" }
}

/// The keys from the settings: those of a preset, then those of a file in `keys`, then single bindings.
struct KeyChoice {
  /// The keys of each command that differ from the default table.
  private(set) var keys: [String: [Key]] = [:]
  /// The bindings in the order of the files.
  private(set) var bindings: [KeyBinding] = []
  private(set) var faults: [String] = []
  private let known: [String]

  /// - Parameters:
  ///   - file: the file named in the settings, unless that is a preset.
  ///   - known: the names of all commands.
  init(_ configuration: Configuration, _ file: KeysFile?, known: [String]) {
    self.known = known
    let name = configuration.keys?.value ?? KeyPreset.default.rawValue
    if let preset = KeyPreset(rawValue: name) {
      take(preset)
    } else if let file {
      take(file, named: configuration.keys)
    }
    take(configuration.bindings?.value ?? [], of: ConfigurationOrigin.user.rawValue)
  }

  private mutating func take(_ preset: KeyPreset) {
    for (command, keys) in preset.changes { self.keys[command] = keys }
  }

  /// - Parameter setting: the setting that names the file.
  private mutating func take(_ file: KeysFile, named setting: Configuration.Given<String>?) {
    switch file.content {
    case .failure(.notThere):
      let presets = KeyPreset.allCases.map(\.rawValue).joined(separator: ", ")
      let words =
        "there is no file \(file.shownName): `keys` is \(presets), or a file in keys/. The default keys are used"
      faults.append(setting?.fault(words) ?? words)
    case .failure(.unreadable(let why)): faults.append("\(file.shownName): \(why). The default keys are used")
    case .success(let content):
      faults += content.faults.map { "\(file.shownName):\($0)" }
      if let base = content.base {
        if let preset = KeyPreset(rawValue: base) {
          take(preset)
        } else {
          let words = KeyPreset.allCases.map(\.rawValue).joined(separator: ", ")
          faults.append("\(file.shownName):\(content.basePlace.fault("`base` is one of \(words)"))")
        }
      }
      take(content.bindings, of: file.shownName)
    }
  }

  private mutating func take(_ list: [Configuration.Binding], of file: String) {
    for binding in list {
      guard known.contains(binding.command) else {
        let meant = NearestWord.of(binding.command, in: known).map { "; did you mean `\($0)`?" } ?? ""
        let name = VisibleText.of(String(binding.command.prefix(40)))
        let next = meant.isEmpty ? "; `apus config --commands` lists them" : meant
        faults.append("\(file):\(binding.place.fault("there is no command `\(name)`\(next)"))")
        continue
      }
      // A later file overrides an earlier one.
      bindings.removeAll { $0.command == binding.command }
      var keys: [Key] = []
      for (text, place) in zip(binding.keys, binding.keyPlaces) {
        guard let key = Key(name: text) else {
          let shown = VisibleText.of(String(text.prefix(40)))
          faults.append(
            "\(file):\(place.fault("`\(shown)` is not a key: write x, ctrl+x, alt+x, shift+tab, f5, enter, space"))")
          continue
        }
        keys.append(key)
        bindings.append(KeyBinding(command: binding.command, key: key, file: file, place: place))
      }
      // If no key could be parsed, the command keeps its keys.
      if !keys.isEmpty || binding.keys.isEmpty { self.keys[binding.command] = keys }
    }
  }
}

/// The built-in key presets, by their names in the settings. Each changes some commands of the default table.
package enum KeyPreset: String, CaseIterable, Hashable, Sendable {
  case `default`, vim, emacs

  /// The commands with other keys than in the default table.
  package var changes: [(command: String, keys: [Key])] {
    switch self {
    case .default: []
    case .vim: Self.vimKeys
    case .emacs: Self.emacsKeys
    }
  }

  /// The keys of vim. ^R is redo, so F5 and ⌥Enter send; ^D and ^U scroll.
  private static let vimKeys: [(command: String, keys: [Key])] = [
    ("send", [.function(5), Key(.enter, .alt), Key(.enter, .control)]),
    ("redo", [.control("r"), .control("y")]),
    ("pageDown", [.control("f"), .control("d"), .pageDown]),
    ("pageUp", [.control("b"), .control("u"), .pageUp]),
    ("nextPane", [.tab, .control("w")]),
    ("delete", [.character("x"), .delete]),
    ("historyForget", [.character("x"), .delete]),
    ("cookieDelete", [.character("x"), .delete]),
  ]

  /// The keys of Emacs: ^P ^N ^B ^F move, ^G leaves, ^S searches, ⌥X opens the palette. ⌥S saves, because sequences
  /// such as ^X ^S are not supported.
  private static let emacsKeys: [(command: String, keys: [Key])] = [
    ("up", [.control("p"), .up]), ("down", [.control("n"), .down]),
    ("left", [.control("b"), .left]), ("right", [.control("f"), .right]),
    ("pageDown", [.control("v"), .pageDown]), ("pageUp", [.alt("v"), .pageUp]),
    ("top", [.alt("<"), .home]), ("bottom", [.alt(">"), .end]),
    ("leave", [.escape, .control("g")]), ("jump", [.alt("g")]), ("schema", [.character("S"), .alt("q")]),
    ("search", [.control("s"), .character("/")]), ("save", [.alt("s"), .function(2)]),
    ("palette", [.alt("x"), .character(":")]),
    ("undo", [.control("_"), .character("u")]),
    ("delete", [.control("d"), .delete]),
    ("copy", [.alt("w"), .character("y")]),
  ]
}

/// The content of one file in the folder `keys` beside the settings.
package struct KeysFile: Hashable, Sendable {
  package enum Fault: Error, Hashable, Sendable {
    case notThere
    case unreadable(String)
  }

  /// The file name without `.yml`.
  let name: String
  let content: Result<BindingsFile, Fault>

  package init(name: String, _ bytes: Result<[UInt8], Fault>) {
    self.name = name
    content = bytes.map { BindingsFile($0) }
  }

  /// The name used in messages.
  var shownName: String { "keys/\(VisibleText.of(name)).yml" }
}
