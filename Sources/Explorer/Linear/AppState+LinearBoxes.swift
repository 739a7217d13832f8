import Basics
import Terminal
import Workspaces

/// The content of the boxes above the panes, as lines.
extension AppState {
  func linearList(of overlay: Overlay) -> LinearList {
    switch overlay {
    case .picker(let picker): return linearPicker(picker)
    case .question(let question): return Self.linearQuestion(question)
    case .prompt(let prompt): return .text(prompt.title, "", [])
    case .answers(let form):
      return .rows(form.title, "", count: form.lines.count, cursor: form.focus) { Self.words(for: form.lines[$0]) }
    case .find(let page):
      return .rows("Find in all files", "", count: page.hits.count, cursor: page.cursor.row) { index in
        let hit = page.hits[index]
        return SpokenText.joined([hit.name, "line \(hit.line)", SpokenText.limited(hit.text.trimmed, to: 400)])
      }
    case .environmentEditor: return environment.editor.map(linearEnvironment) ?? .text("Environments", "", [])
    case .labels(let labels): return linearLabels(labels)
    case .help(let help): return linearHelp(help)
    case .conflict, .scriptConsent, .sendPreview, .schema, .services, .environmentComparison:
      let frame = OverlayView.frame(of: overlay, self)
      let title = DrawnLines(self, in: Rect(x: frame.x, y: frame.y, width: frame.width, height: 1)).lines.first ?? ""
      var list = drawnList(title, in: frame.inset())
      (list.pane, list.title) = (list.title, "")
      return list
    }
  }

  private func linearPicker(_ picker: Picker) -> LinearList {
    let waiting =
      picker.found.isEmpty ? waiting ?? (picker.takesTyped ? "Enter uses the typed text" : "nothing matches") : nil
    var list = LinearList.rows(
      picker.title, "", count: picker.found.count, cursor: picker.cursor.row, id: picker.current?.id
    ) { index in
      let item = picker.items[picker.found[index]]
      let detail =
        item.refusal.map { "unavailable: \($0)" }
        ?? (picker.purpose == .palette ? SpokenText.key(item.detail) : item.detail)
      let preview = index == picker.cursor.row || picker.isExplanation ? picker.preview[item.id] ?? [] : []
      return SpokenText.joined([SpokenText.of(drawn: item.title), item.sentence, detail] + preview)
    }
    list.detail = SpokenText.joined([
      picker.isExplanation ? nil : Quantity.amount(picker.found.count, "choice"), waiting,
    ])
    return list
  }

  private static func linearQuestion(_ question: Question) -> LinearList {
    let safe = question.enterChoice?.letter
    let choices = question.choices.map { choice in
      "\(choice.letter): \(choice.label)\(choice.letter == safe ? ", also Enter" : "")"
    }
    return .text(question.title, "", question.details + [question.text, choices.joined(separator: "; ")])
  }

  private static func words(for line: AnswerForm.Line) -> String {
    guard line.isChoice else {
      let answer = line.question.isSecret && !line.answer.isEmpty ? "hidden" : line.answer
      return SpokenText.joined([line.question.label, answer.isEmpty ? "empty" : answer])
    }
    return SpokenText.joined([
      line.question.label, line.answer, "choice \(line.choice + 1) of \(line.question.choices.count)",
    ])
  }

  private func linearEnvironment(_ editor: EnvironmentEditor) -> LinearList {
    switch editor.mode {
    case .trusting, .comparing:
      var list = drawnList("", in: OverlayView.frame(of: .environmentEditor, self).inset())
      list.pane = "Environments"
      return list
    case .browsing, .cell: break
    }
    let title = "Environment \(editor.shownName ?? "none")"
    let rows = editor.rows
    guard let current = editor.current, !rows.isEmpty else {
      let fault = editor.current == nil ? editor.fault : nil
      return .text(title, "", fault.map { ["cannot be read: \($0)"] } ?? editor.emptyWords)
    }
    var list = LinearList.rows(title, "", count: rows.count, cursor: editor.cursor.row) { index in
      var row = rows[index]
      if editor.revealed == index { row.tag = .none }
      return Self.words(for: row, .variables)
    }
    list.cell =
      TableKind.variables.columns.indices.contains(editor.column) ? TableKind.variables.columns[editor.column] : ""
    list.detail = SpokenText.joined([
      Quantity.amount(rows.count, "variable"), current.isProtected ? "protected" : nil,
    ])
    return list
  }

  private func linearHelp(_ help: HelpPage) -> LinearList {
    let lines = help.lines(of: commands.records, width: size.columns)
    var list = LinearList.rows("Help", "", count: lines.count, cursor: help.cursor.row) { index in
      let line = lines[index]
      if line == .blank { return "blank line" }
      return line.kind != .key ? line.title : SpokenText.joined([SpokenText.key(line.keys), line.title])
    }
    list.isText = true
    list.detail = "type to search; \(spokenKey(of: "sayList")) reads the lines"
    return list
  }

  /// The text at each letter.
  private func linearLabels(_ labels: JumpLabels) -> LinearList {
    var plain = self
    plain.overlay = nil
    var screen = Screen(size)
    AppView.draw(plain, into: &screen)
    let lines = labels.labels.map { label in
      var text = ""
      for x in label.place.x..<size.columns {
        text += screen[x, label.place.y].text
        if text.hasSuffix("  "), !text.allSatisfy({ $0 == " " }) { break }
      }
      return "\(label.letter): \(SpokenText.of(drawn: text))"
    }
    return .text("Go to", "", lines)
  }
}
