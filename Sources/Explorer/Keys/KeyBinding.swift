import Basics
import Terminal
import Workspaces

/// A key that a file of the user's gives to a command, and where that stands.
struct KeyBinding {
  let command: String
  let key: Key
  let file: String
  let place: YAMLPlace

  /// As faults are told: `config.yml:3:9: …`.
  func fault(_ message: String) -> String { "\(file):\(place.fault(message))" }
}

/// The keys that the settings ask for: those of a preset, then those of a file in `keys`, then single ones.
struct KeyChoice {
  /// The keys of each command that has others than in the default table.
  private(set) var keys: [String: [Key]] = [:]
  /// In the order of the files.
  private(set) var bindings: [KeyBinding] = []
  private(set) var faults: [String] = []
  private let known: [String]

  /// - Parameters:
  ///   - file: the one that the settings name, if it is not a preset.
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

  /// - Parameter setting: what names the file.
  private mutating func take(_ file: KeysFile, named setting: Configuration.Given<String>?) {
    switch file.content {
    case .failure(.notThere):
      let presets = KeyPreset.allCases.map(\.rawValue).joined(separator: ", ")
      let words = "there is no file \(file.shownName): `keys` is \(presets), or a file there. The default keys are used"
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
      // A later file takes the place of an earlier one.
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
      // Where nothing could be understood, the command keeps its keys.
      if !keys.isEmpty || binding.keys.isEmpty { self.keys[binding.command] = keys }
    }
  }
}
