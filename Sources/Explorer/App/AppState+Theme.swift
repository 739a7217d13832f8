import Terminal

/// Which theme is drawn: the chosen one, else the one of the settings, else the one for the terminal's background.
extension AppState {
  /// - Parameter choice: `nil` follows the settings.
  mutating func chooseTheme(_ choice: ThemeChoice?) {
    chosenTheme = choice
    show(choice)
  }

  /// Shows a theme until another one is chosen or shown: for a look at it.
  mutating func show(_ choice: ThemeChoice?) {
    let usual = settings.theme.map { ThemeChoice($0, in: settings.themes) }
    let automatic = Theme.Name(for: capabilities)
    let shown =
      (choice ?? usual)?.theme(colors: capabilities.colors, automatic: automatic)
      ?? Theme(automatic, colors: capabilities.colors)
    theme = shown.fitted(to: capabilities)
  }

  /// Shows the theme under the cursor of the list of themes.
  mutating func preview(_ picker: Picker) {
    guard picker.purpose == .theme, let id = picker.current?.id else { return }
    show(themeChoice(id))
  }

  /// The theme that an item of the list stands for; `nil` for `auto`.
  func themeChoice(_ id: String) -> ThemeChoice? {
    id == Picker.automaticTheme ? nil : ThemeChoice(id, in: settings.themes)
  }

  /// A theme was picked. It warns of text that is hard to read, but that is the user's to decide.
  mutating func pickedTheme(_ id: String) -> [Effect] {
    chooseTheme(themeChoice(id))
    var effects: [Effect] = [.system(.remember(preferences))]
    if case .own(let theme)? = chosenTheme, let worst = theme.faintTexts.first {
      let others = theme.faintTexts.count - 1
      let more = others == 0 ? "" : ", and \(others) more"
      effects += say(.information, "Hard to read in \(theme.name): \(worst)\(more)")
    }
    return effects
  }

  /// The theme files were read again.
  mutating func apply(themes: [ThemeFile]) -> [Effect] {
    settings.themes = themes
    // The list says what is wrong with a theme, and it may be mended by now.
    settingsFault = nil
    chooseTheme(chosenTheme.map { ThemeChoice($0.name, in: themes) })
    if case .picker(let old)? = overlay, old.purpose == .theme {
      var picker = Picker.themes(chosen: chosenTheme, settings)
      picker.takeOver(from: old)
      picker.reveal(height: PickerView.listHeight(of: picker, in: size))
      overlay = .picker(picker)
      preview(picker)
    }
    return []
  }

  /// The terminal has said which background it has, after the first frame.
  mutating func backgroundAnswered(isLight: Bool) {
    capabilities.isLight = isLight
    chooseTheme(chosenTheme)
  }
}
