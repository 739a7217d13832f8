import Networking

extension ResponseTurn {
  mutating func apply(_ action: ResponseFeature.Action) -> [Outcome] {
    switch action {
    case .moved(let motion): return move(motion)
    case .movedInDocument(let motion, let nothing): return moveInDocument(motion, orSay: nothing)
    case .entered: return enterChoice() ?? enterGrid() ?? valueMenuRequested()
    case .failureChoice(let command): return choose(command)
    case .left: return leave()
    case .tabChosen(let tab):
      pane.tab = tab
      return []
    case .clicked(let mouse, let rect): return click(mouse, in: rect)
    case .folded: return fold()
    case .allFolded: return foldAll()
    case .depthChanged(let step): return changeDepth(by: step)
    case .wrappingToggled: return toggleWrapping()
    case .secretsToggled: return toggleSecrets()
    case .markingToggled: return toggleMarking()
    case .lineRequested: return askForLine()
    case .modeCycled: return cycleModeRequested()
    case .viewRequested: return askForView()
    case .ordered: return orderRequested()
    case .tableToggled: return toggleTable()
    case .searchRequested: return askForSearch()
    case .matchRequested(let step): return goToMatch(by: step)
    case .filterRequested: return askForFilter()
    case .comparisonRequested: return compareWithPrevious()
    case .comparandRequested: return chooseComparand()
    case .comparandChosen(let entry): return compareChosen(entry)
    case .differenceIgnored: return inComparison { $0.toggleIgnored($1) }
    case .ignoredToggled: return inComparison { $0.toggleShowingIgnored($1) }
    case .valueMenuRequested: return valueMenuRequested()
    case .valueExplained: return explainValue()
    case .valueAsserted: return assertValue()
    case .recordingRequested: return recordAnswer()
    case .copyRequested: return showCopyMenu()
    case .curlRequested: return [.copyAsCurl(.short, revealsSecrets: false)]
    case .valueCopied: return copyValueRequested()
    case .saveRequested: return askWhereToSave()
    case .pipeRequested: return askWhereToPipe()
    case .editorRequested: return openBodyExternally()
    case .typed(let purpose, let text): return typed(purpose, text)
    case .abandoned(let purpose): return abandoned(purpose)
    case .answered(let purpose, let text): return answered(purpose, text)
    case .searchSwitched(let item, let text): return toggleSearch(item, text)
    case .picked(let purpose, let id): return picked(purpose, id)
    case .speechRequested: return beginSpeech()
    case .spoke(let key): return pressInSpeech(key)
    case .pastedInSpeech(let text): return pasteInSpeech(text)
    case .speechLeft:
      pane.speech.isActive = false
      return []
    case .saidSaved(let message): return say(saved: message)
    case .savedMessagesRequested: return chooseSavedMessage()
    case .inputEndRequested: return endSpeech()
    case .told(let action): return hear(action)
    case .shown: return showBestLook()
    case .settled:
      settle()
      return []
    }
  }

  private mutating func picked(_ purpose: Picker.Purpose, _ id: String) -> [Outcome] {
    switch purpose {
    case .copy: pickedCopy(id)
    case .value: pickedValue(id)
    case .view: pickedView(id)
    case .comparand: [.loadComparand(id: id)]
    case .message: pickedMessage(id)
    default: []
    }
  }

  private mutating func hear(_ action: ResponseAction) -> [Outcome] {
    switch action {
    case .transfer(_, let id, let event): return receive(event, send: id)
    case .refused(_, let id, let refusal): return refused(id, refusal)
    case .indexed:
      messagesRead()
      settle()
      follow()
      return renewTable()
    case .searchAdvanced: return searchAdvanced()
    case .filtered(_, let serial, let document, let origins):
      return filtered(serial: serial, document, origins: origins)
    case .tableMade(_, let serial, let table): return tableMade(serial: serial, table)
    case .tableSorted(_, let serial, let table, let sorting): return tableSorted(serial: serial, table, sorting)
    case .pictured(_, let serial, let picture): return pictured(serial: serial, picture)
    case .compared(_, let serial, let comparison): return compared(serial: serial, comparison)
    case .comparandLoaded(_, let exchange, let name, let secrets):
      return comparandLoaded(exchange, named: name, hiding: secrets)
    case .unsaid(_, let id, let why): return unsaid(id, why)
    case .inputAnswered(_, let id, let reply): return hear(reply, send: id)
    // These concern no response, or no particular one.
    case .sendConfirmed, .tick, .tabChosen, .copyPrepared, .saveCollided, .saveConfirmed, .certificatePresented,
      .trustConfirmed:
      return []
    }
  }
}
