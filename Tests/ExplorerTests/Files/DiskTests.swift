import Sessions
import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("Changes by other programs")
struct DiskTests {
  private let key = RequestKey.file(Samples.getUserPath)

  /// A journey whose draft has a changed method.
  private func drafted() -> Journey {
    var journey = Journey.request(columns: 120)
    journey.apply(.request(.replaced(Samples.getUser { $0.method = "POST" }), of: key))
    journey.forget()
    return journey
  }

  private func workspace(fault: Notice?) -> WorkspaceTree {
    var tree = Samples.workspace
    guard case .folder(var users) = tree.collections[0].items[0] else { return tree }
    users.items = users.items.map { item in
      guard case .request(var node) = item, node.path == Samples.getUserPath else { return item }
      node.fault = fault
      return .request(node)
    }
    tree.collections[0].items[0] = .folder(users)
    return tree
  }

  private static let fault = Notice(.error, "\(Samples.getUserPath):3:5", "no value")

  @Test func `A damaged file fixed by another program is read again and shown.`() {
    var journey = Journey()
    journey.apply(.files(.treeRefreshed(workspace(fault: Self.fault))))
    journey.apply(.files(.requestUnreadable(key, Self.fault)))
    #expect(journey.text.contains("This file cannot be used.") && journey.text.contains(":3:5"))
    let other = Notice(.error, "\(Samples.getUserPath):9:1", "a tab")
    journey.apply(.files(.treeRefreshed(workspace(fault: other))))
    #expect(journey.text.contains(":9:1") && journey.text.contains("a tab"))
    journey.forget()
    journey.apply(.files(.treeRefreshed(workspace(fault: nil))))
    #expect(journey.effects.contains(.files(.loadRequest(key))))
    let focus = journey.state.focus
    journey.open()
    #expect(!journey.text.contains("This file cannot be used.") && journey.text.contains("{{base_url}}/users"))
    #expect(journey.state.focus == focus)
  }

  @Test func `A damaged file fixed while another request is shown is read when it is opened again.`() {
    var journey = Journey()
    journey.apply(.files(.treeRefreshed(workspace(fault: Self.fault))))
    journey.apply(.files(.requestUnreadable(key, Self.fault)))
    let list = "/w/demo/users/List users.yml"
    journey.open(RequestDefinition(name: "List users", url: "http://h/"), path: list)
    journey.forget()
    journey.apply(.files(.treeRefreshed(workspace(fault: nil))))
    #expect(journey.state.current == .file(list))
    #expect(journey.state.sessions[key] == nil)
  }

  @Test("An open request without a draft follows its file")
  func follows() {
    var journey = Journey.request()
    let theirs = Samples.getUser { $0.method = "PUT" }
    journey.apply(.openFile(.changedOnDisk(DiskVersion(theirs, number: 7)), of: key))
    #expect(journey.draft == theirs)
    #expect(journey.state.session?.isDraft == false)
    #expect(journey.effects.contains(.files(.adopt(key, version: 7))))
    #expect(journey.footer.contains("changed on disk"))
  }

  @Test("A draft and a change in another field are merged")
  func merges() {
    var journey = drafted()
    let theirs = Samples.getUser { $0.docs = "Theirs" }
    journey.apply(.openFile(.changedOnDisk(DiskVersion(theirs, number: 2)), of: key))
    #expect(journey.draft.method == "POST")
    #expect(journey.draft.docs == "Theirs")
    #expect(journey.state.session?.saved == theirs)
    #expect(
      journey.effects.prefix(2) == [.files(.adopt(key, version: 2)), .files(.journal(key, journey.draft))])
  }

  @Test("A change in the same field is not merged, and the draft keeps its old base")
  func conflicts() {
    var journey = drafted()
    journey.apply(.openFile(.changedOnDisk(DiskVersion(Samples.getUser { $0.method = "PUT" }, number: 3)), of: key))
    #expect(journey.draft.method == "POST")
    #expect(journey.state.session?.saved == Samples.getUser)
    #expect(!journey.effects.contains { if case .files(.adopt) = $0 { true } else { false } })
    #expect(journey.lines[1].contains("changed on disk too"))
    // The draft is not discarded for the old base.
    let discard = journey.state.commands.records.first { $0.name == "discard" }
    #expect(discard?.refusal(journey.state)?.contains("save to choose a version first") == true)
  }

  /// The conflict page of a draft and a file that both changed the method.
  private func chosen(_ letter: String) -> Journey {
    var journey = drafted()
    journey.apply(
      .openFile(
        .changedOnDisk(
          DiskVersion(
            Samples.getUser {
              $0.method = "PUT"
              $0.docs = "Theirs"
            }, number: 4)), of: key))
    journey.press(.control("s"))
    #expect(journey.text.contains("Mine (not saved)"))
    #expect(journey.text.contains("POST"))
    #expect(journey.text.contains("PUT"))
    journey.forget()
    journey.type(letter)
    return journey
  }

  @Test("Keeping mine also keeps fields changed only by theirs, and completes the save")
  func mine() {
    let journey = chosen("m")
    let merged = Samples.getUser {
      $0.method = "POST"
      $0.docs = "Theirs"
    }
    #expect(journey.draft == merged)
    #expect(
      journey.effects == [
        .files(.adopt(key, version: 4)), .files(.journal(key, merged)), .files(.save(key, merged, [])),
      ])
  }

  @Test("Taking theirs shows the file, and undo restores mine")
  func theirs() {
    var journey = chosen("t")
    #expect(journey.draft.method == "PUT")
    #expect(journey.state.session?.isDraft == false)
    journey.type("u")
    #expect(journey.draft.method == "POST")
  }

  @Test("Keeping both creates a request from the draft beside the file")
  func both() {
    var journey = chosen("b")
    // The draft stays until the copy is made.
    #expect(journey.draft.method == "POST")
    let copy = Samples.getUser {
      $0.method = "POST"
      $0.name = "Get user (mine)"
    }
    #expect(journey.effects == [.files(.change(.create(copy, folder: "/w/demo/users", keeping: key)))])
    journey.apply(.openFile(.copyKept, of: key))
    #expect(journey.draft.method == "PUT")
    #expect(journey.state.session?.isDraft == false)
    journey.type("u")
    #expect(journey.draft.method == "POST")
  }

  @Test("The choice of fields is drawn and works at every size", arguments: [(200, 60), (80, 24), (40, 12), (20, 5)])
  func sizes(columns: Int, rows: Int) {
    var journey = Journey.request(columns: columns, rows: rows)
    journey.apply(.request(.replaced(Samples.getUser { $0.headers = (0..<30).map { Row("h\($0)", "mine") } }), of: key))
    let theirs = Samples.getUser { $0.headers = (0..<30).map { Row("h\($0)", "theirs") } }
    journey.apply(.openFile(.changedOnDisk(DiskVersion(theirs, number: 4)), of: key))
    journey.press(.control("s"))
    // A field higher than the window scrolls line by line.
    for _ in 0..<120 { journey.press(.down) }
    if columns >= 40 { #expect(journey.text.contains("header h29")) }
    journey.press(.right)
    journey.press(.enter)
    #expect(journey.draft.headers.map(\.value) == (0..<29).map { _ in "mine" } + ["theirs"])
  }

  @Test("A new request that would contain a secret needs consent")
  func secretInNew() {
    var journey = Journey.request(columns: 120)
    let change = FileChange.create(Samples.getUser { $0.name = "New" }, folder: "/w/demo", .writingSecrets)
    journey.apply(.files(.changeNeedsConsent(change, "The file of New would contain the secret token")))
    #expect(journey.asked.contains("would contain the secret token. Do it anyway?"))
    journey.forget()
    journey.type("y")
    #expect(journey.effects == [.files(.change(change))])
  }

  @Test("A name typed before a question is restored after a refusal, and dropped once used")
  func nameOfRefused() {
    var journey = Journey()
    journey.type("n")
    journey.type("Log in")
    journey.press(.enter)
    let change = FileChange.create(Samples.getUser { $0.name = "Log in" }, folder: "/w/demo", .writingSecrets)
    journey.apply(.files(.changeNeedsConsent(change, "It would contain the secret token")))
    journey.state.drawn()
    journey.type("n")
    #expect(journey.state.overlay == nil)
    journey.type("n")
    #expect(journey.text.contains("Log in"))
    journey.press(.enter)
    journey.apply(.files(.changeNeedsConsent(change, "It would contain the secret token")))
    journey.state.drawn()
    journey.type("y")
    journey.apply(.files(.changed(Samples.workspace, select: nil, undo: FileUndo(token: "1", label: "x"), said: "x")))
    journey.type("n")
    #expect(!journey.text.contains("Log in"))
  }

  @Test("A save that finds a change of the same field shows both versions and writes nothing")
  func savingMeets() {
    var journey = drafted()
    journey.press(.control("s"))
    journey.forget()
    journey.apply(.openFile(.conflicted(DiskVersion(Samples.getUser { $0.method = "PUT" }, number: 5)), of: key))
    #expect(journey.text.contains("Theirs (in the file)"))
    #expect(journey.effects.isEmpty)
  }

  @Test("Text typed during a save stays, even if the save merges other changes")
  func typedWhileSaving() {
    var journey = drafted()
    journey.press(.control("s"))
    journey.apply(.request(.replaced(Samples.getUser { $0.method = "PATCH" }), of: key))
    let written = Samples.getUser {
      $0.method = "POST"
      $0.docs = "Theirs"
    }
    journey.apply(.openFile(.merged(written), of: key))
    #expect(journey.draft.method == "PATCH")
    #expect(journey.draft.docs == "Theirs")
    #expect(journey.state.session?.isDraft == true)
  }

  @Test("A change that arrives while a field is edited waits until editing ends")
  func waits() {
    var journey = Journey.request()
    journey.press(.control("l"))
    journey.type("x")
    let theirs = Samples.getUser { $0.docs = "Theirs" }
    journey.apply(.openFile(.changedOnDisk(DiskVersion(theirs, number: 6)), of: key))
    #expect(journey.draft.docs.isEmpty)
    journey.press(.enter)
    #expect(journey.effects.contains(.files(.adopt(key, version: 6))))
    #expect(journey.draft.docs == "Theirs")
    #expect(journey.draft.url.hasSuffix("x"))
  }

  @Test("Undo after a merge reverts only the edit, never the other program's changes")
  func undoAfterMerge() {
    var journey = drafted()
    journey.apply(.openFile(.changedOnDisk(DiskVersion(Samples.getUser { $0.docs = "Theirs" }, number: 2)), of: key))
    journey.press(.escape)
    journey.type("u")
    #expect(journey.draft.method == "GET")
    #expect(journey.draft.docs == "Theirs")
    #expect(journey.state.session?.isDraft == false)
  }

  /// The workspace without the open request.
  private var emptied: WorkspaceTree {
    var tree = Samples.workspace
    tree.collections[0].items.removeFirst()
    return tree
  }

  @Test("A removed file closes a request without a draft and reports it")
  func removed() {
    var journey = Journey.request()
    journey.apply(.files(.treeRefreshed(emptied)))
    #expect(journey.state.session == nil)
    #expect(journey.footer.contains("removed its file"))
  }

  @Test("A removed file keeps a draft, and saving creates the file again after a question")
  func removedDraft() {
    var journey = drafted()
    journey.apply(.files(.treeRefreshed(emptied)))
    #expect(journey.draft.method == "POST")
    journey.forget()
    journey.press(.control("s"))
    #expect(journey.asked.contains("Create it again?"))
    journey.type("y")
    #expect(journey.effects == [.files(.saveAs(key, journey.draft, folder: "/w/demo/users"))])
  }

  @Test("A request deleted with unsaved changes keeps them without a file, until undo brings the file back")
  func deletedDraft() {
    var journey = drafted()
    journey.apply(.files(.changed(emptied, select: nil, undo: nil, said: "Deleted")))
    #expect(journey.draft.method == "POST")
    #expect(journey.text.contains("file removed"))
    journey.forget()
    journey.press(.control("s"))
    #expect(journey.asked.contains("was removed. Create it again?"))
    journey.type("n")
    #expect(journey.effects.isEmpty)
    journey.apply(.files(.changed(Samples.workspace, select: nil, undo: nil, said: "Restored")))
    #expect(!journey.text.contains("file removed"))
    #expect(journey.draft.method == "POST" && journey.state.session?.isDraft == true)
  }

  @Test("Drafts whose files were removed are all named, and the list of requests leads to them")
  func removedDrafts() {
    var journey = drafted()
    let other = RequestKey.file("/w/demo/users/Other.yml")
    journey.open(Samples.getUser { $0.name = "Other" }, path: "/w/demo/users/Other.yml")
    journey.apply(.request(.replaced(Samples.getUser { ($0.name, $0.method) = ("Other", "PUT") }), of: other))
    journey.apply(.files(.treeRefreshed(emptied)))
    #expect(journey.footer.contains("removed the files of \(Samples.getUser.name), Other"), "\(journey.footer)")
    #expect(journey.footer.contains("lists your drafts"))
    journey.press(.control("g"))
    journey.type(Samples.getUser.name)
    journey.press(.enter)
    #expect(journey.state.current == key && journey.draft.method == "POST")
  }

  @Test("A restored draft without a file does not take the place of the request shown")
  func restoredDraft() {
    let gone = RequestKey.file("/w/demo/Gone.yml")
    let restored = Action.files(
      .draftFound(
        gone, saved: Samples.getUser, draft: Samples.getUser { $0.name = "Gone" }, collection: Samples.root))
    var journey = Journey.request(columns: 120)
    journey.apply(restored)
    #expect(journey.state.current == key)
    #expect(journey.footer.contains("Restored changes of Gone, but its file is gone"), "\(journey.footer)")
    #expect(journey.footer.contains("lists your drafts"))
    journey.press(.control("g"))
    journey.type("Gone")
    journey.press(.enter)
    #expect(journey.state.current == gone)
    journey = Journey(columns: 120)
    journey.apply(restored)
    #expect(journey.state.current == gone && journey.footer.contains("creates it again from your draft"))
  }

  @Test("A file that is back is an ordinary file again")
  func cameBack() {
    var journey = drafted()
    journey.apply(.files(.treeRefreshed(emptied)))
    #expect(journey.footer.contains("removed the file"))
    journey.apply(.files(.treeRefreshed(Samples.workspace)))
    #expect(journey.state.session?.isGone == false)
    #expect(journey.draft.method == "POST")
    #expect(journey.footer.contains("is back") && !journey.footer.contains("removed the file"))
  }

  @Test("A file whose workspace was missing for a while is an ordinary file again")
  func wholeCameBack() {
    var journey = drafted()
    journey.apply(.files(.treeRefreshed(WorkspaceTree(name: "demo", path: Samples.workspace.path))))
    #expect(journey.state.session?.isGone == true)
    journey.apply(.files(.treeRefreshed(Samples.workspace)))
    #expect(journey.state.session?.isGone == false && journey.draft.method == "POST")
    journey.forget()
    journey.press(.control("s"))
    #expect(journey.effects.contains { if case .files(.save) = $0 { true } else { false } }, "\(journey.effects)")
  }

  @Test("New files appear in the tree, and the cursor stays on its row")
  func added() {
    var journey = Journey()
    journey.press(.down, .down)
    let before = journey.state.tree.selected?.id
    var tree = Samples.workspace
    tree.collections[0].items.append(.request(Samples.node("ping", "/w/demo/Ping.yml", "Ping", "GET")))
    journey.apply(.files(.treeRefreshed(tree)))
    #expect(journey.text.contains("Ping"))
    #expect(journey.state.tree.selected?.id == before)
  }

  @Test("Changed environments and settings are requested again")
  func surroundings() {
    var journey = Journey.request()
    journey.apply(.files(.surroundingsChanged(environments: true)))
    #expect(journey.effects.contains(.environment(.load(collection: Samples.root))))
    #expect(journey.effects.contains { if case .files(.loadVariables) = $0 { true } else { false } })
  }
}
