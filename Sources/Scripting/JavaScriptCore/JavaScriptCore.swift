import Basics

// The opaque pointers of JSBase.h.
typealias JSContextGroup = OpaquePointer
typealias JSContext = OpaquePointer
typealias JSString = OpaquePointer
typealias JSValue = OpaquePointer
typealias JSException = UnsafeMutablePointer<JSValue?>
/// A native function: context, function, receiver, number of arguments, arguments, exception.
typealias JSCallback =
  @convention(c) (
    JSContext?, JSValue?, JSValue?, Int, UnsafePointer<JSValue?>?, JSException?
  ) -> JSValue?

/// The functions of JavaScriptCore's C API, opened at run time: WebKitGTK's library, or the framework of macOS.
struct JavaScriptCore {
  typealias Deallocator = @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void

  let createGroup: @convention(c) () -> JSContextGroup
  let createContext: @convention(c) (JSContextGroup, OpaquePointer?) -> JSContext?
  let releaseContext: @convention(c) (JSContext) -> Void
  let globalObject: @convention(c) (JSContext) -> JSValue
  let collectGarbage: @convention(c) (JSContext) -> Void
  let evaluate: @convention(c) (JSContext, JSString, JSValue?, JSString?, Int32, JSException) -> JSValue?
  let checkSyntax: @convention(c) (JSContext, JSString, JSString?, Int32, JSException) -> Bool

  let stringFromUTF8: @convention(c) (UnsafePointer<CChar>) -> JSString?
  let stringFromUTF16: @convention(c) (UnsafePointer<UInt16>?, Int) -> JSString?
  let releaseString: @convention(c) (JSString) -> Void
  let largestUTF8Size: @convention(c) (JSString) -> Int
  let writeUTF8: @convention(c) (JSString, UnsafeMutablePointer<CChar>, Int) -> Int

  let makeUndefined: @convention(c) (JSContext) -> JSValue
  let makeNumber: @convention(c) (JSContext, Double) -> JSValue
  let makeString: @convention(c) (JSContext, JSString) -> JSValue
  let isString: @convention(c) (JSContext, JSValue?) -> Bool
  let toNumber: @convention(c) (JSContext, JSValue?, JSException) -> Double
  let toString: @convention(c) (JSContext, JSValue?, JSException) -> JSString?
  let protect: @convention(c) (JSContext, JSValue) -> Void
  let unprotect: @convention(c) (JSContext, JSValue) -> Void

  let makeObject: @convention(c) (JSContext, OpaquePointer?, UnsafeMutableRawPointer?) -> JSValue
  let makeFunction: @convention(c) (JSContext, JSString?, JSCallback?) -> JSValue
  let property: @convention(c) (JSContext, JSValue, JSString, JSException) -> JSValue?
  let setProperty: @convention(c) (JSContext, JSValue, JSString, JSValue, UInt32, JSException) -> Void
  let call: @convention(c) (JSContext, JSValue, JSValue?, Int, UnsafePointer<JSValue?>?, JSException) -> JSValue?
  let isObject: @convention(c) (JSContext, JSValue?) -> Bool
  let makeArrayBuffer:
    @convention(c) (
      JSContext, UnsafeMutableRawPointer?, Int, Deallocator?, UnsafeMutableRawPointer?, JSException
    ) -> JSValue?
  let makeError: @convention(c) (JSContext, Int, UnsafePointer<JSValue?>?, JSException) -> JSValue?

  /// Names the function that is called with each promise whose rejection nothing handles; `nil` in old libraries.
  let reportRejections: (@convention(c) (JSContext, JSValue, JSException) -> Void)?

  /// `JavaScriptCore 2.50.6`.
  let version: String

  #if canImport(Darwin)
  static let names = ["/System/Library/Frameworks/JavaScriptCore.framework/JavaScriptCore"]
  #else
  static let names = [
    "libjavascriptcoregtk-6.0.so.1", "libjavascriptcoregtk-4.1.so.0", "libjavascriptcoregtk-4.0.so.18",
  ]
  #endif

  init() throws(DynamicLibrary.Failure) {
    let library = try DynamicLibrary(Self.names)
    createGroup = try library.function("JSContextGroupCreate")
    createContext = try library.function("JSGlobalContextCreateInGroup")
    releaseContext = try library.function("JSGlobalContextRelease")
    globalObject = try library.function("JSContextGetGlobalObject")
    // The second one only starts a timer.
    collectGarbage = try library.function(anyOf: ["JSSynchronousGarbageCollectForDebugging", "JSGarbageCollect"])
    evaluate = try library.function("JSEvaluateScript")
    checkSyntax = try library.function("JSCheckScriptSyntax")
    stringFromUTF8 = try library.function("JSStringCreateWithUTF8CString")
    stringFromUTF16 = try library.function("JSStringCreateWithCharacters")
    releaseString = try library.function("JSStringRelease")
    largestUTF8Size = try library.function("JSStringGetMaximumUTF8CStringSize")
    writeUTF8 = try library.function("JSStringGetUTF8CString")
    makeUndefined = try library.function("JSValueMakeUndefined")
    makeNumber = try library.function("JSValueMakeNumber")
    makeString = try library.function("JSValueMakeString")
    isString = try library.function("JSValueIsString")
    toNumber = try library.function("JSValueToNumber")
    toString = try library.function("JSValueToStringCopy")
    protect = try library.function("JSValueProtect")
    unprotect = try library.function("JSValueUnprotect")
    makeObject = try library.function("JSObjectMake")
    makeFunction = try library.function("JSObjectMakeFunctionWithCallback")
    property = try library.function("JSObjectGetProperty")
    setProperty = try library.function("JSObjectSetProperty")
    call = try library.function("JSObjectCallAsFunction")
    isObject = try library.function("JSValueIsObject")
    makeArrayBuffer = try library.function("JSObjectMakeArrayBufferWithBytesNoCopy")
    makeError = try library.function("JSObjectMakeError")
    // Without it, such a rejection goes unnoticed, as in old versions of the library.
    reportRejections = try? library.function("JSGlobalContextSetUnhandledRejectionCallback")
    version = Self.version(of: library)
  }

  private static func version(of library: DynamicLibrary) -> String {
    typealias Part = @convention(c) () -> UInt32
    let parts = ["major", "minor", "micro"].compactMap { name in
      // Only WebKitGTK's library has these functions.
      try? library.function("jsc_get_\(name)_version", as: Part.self)()
    }
    return parts.isEmpty ? "JavaScriptCore" : "JavaScriptCore " + parts.map(String.init).joined(separator: ".")
  }
}
